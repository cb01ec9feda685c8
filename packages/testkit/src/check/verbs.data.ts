/** Verbs that say what a tool does, in their base form. */
export const VERBS: ReadonlySet<string> = new Set(
  `accept access add aggregate align allow analyse analyze annotate answer append apply approve archive ask assign attach
authenticate back batch begin book branch break bring browse build buy bundle calculate call cancel capture change chat
check choose classify clean clear click clone close collect combine commit compare compile compose compress compute
configure confirm connect consolidate control convert copy correct count crawl create crop cut debug decide decode
decompress decrypt define delegate delete deliver deploy describe design detect determine diff disable discard display
divide do download draft draw drop dump duplicate edit emit enable encode encrypt end enter estimate evaluate examine
exchange execute exit expand explain explore export extend extract fetch fill filter find finish fit fix flag fold follow
forecast forget fork format forward gather generate get give go grade grep group guess handle hash help hide highlight
hold identify ignore import improve include increase index infer inform insert inspect install interpret invert
invite invoke issue join jump keep kill label launch learn leave lend let lint list listen load locate lock log look
lookup make manage map mark match measure memorize merge migrate minify modify monitor mount move multiply name navigate
normalise normalize notify number observe obtain offer open order organise organize output overwrite pack parse paste
patch pause pay perform pick pin ping place plan play plot point poll post predict prepare present press preview print
probe process produce profile prompt propose protect provide prune publish pull purge push put query question queue quote
rank rate read rebase rebuild recall receive recognise recognize recommend record recover redact redirect reduce refactor
refresh refuse register reject release reload remember remind remove rename render reorder repair repeat replace reply
report request reset resize resolve respond restart restore resume retrieve return reverse revert review revise rewrite
rotate round route run sample save say scale scan schedule score scrape scroll search see select send serve set share
shift shorten show shrink shut sign simulate skip sleep solve sort speak split stage start stash state stop store stream
strip submit subscribe subtract suggest sum summarise summarize support swap switch sync synchronise synchronize tag
tail take talk tell terminate test tidy toggle trace track train transcribe transfer transform translate traverse trigger
trim turn type undo uninstall unlock unpack unzip update upgrade upload use validate verify view visit wait walk warn
watch weigh work wrap write zip zoom`.split(/\s+/),
);
