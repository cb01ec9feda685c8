/** A part of a workspace's value that does not count, and why. */
export interface UnusedPart {
  /** Within the setting's value; empty for all of it. */
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

export interface CombinedValue<Value> {
  readonly value: Value;
  readonly unused: readonly UnusedPart[];
}

/** How the value of a workspace's own file meets the person's. It may tighten what protects; it never loosens it. */
export interface WorkspaceRule<Value> {
  /** For people, such as `may only be stricter`. */
  readonly words: string;
  /** True where nothing is protected: environment and flags then replace the workspace's value too. */
  readonly isPreference?: true;
  combine(person: Value, workspace: Value): CombinedValue<Value>;
}

/** The workspace's value holds instead: nothing is protected by this setting. */
export function replaces<Value>(): WorkspaceRule<Value> {
  return {
    words: "replaces the person's",
    isPreference: true,
    combine: (_person, workspace) => ({ value: workspace, unused: [] }),
  };
}

/** What concerns the person's whole home is not a workspace's business. */
export function personOnly<Value>(): WorkspaceRule<Value> {
  const unused = [{ path: [], reason: "only the person's own configuration sets it" }];
  return { words: "is not used", combine: (person) => ({ value: person, unused }) };
}

/** `order` runs from loose to strict. */
export function onlyStricter<Value>(order: readonly Value[]): WorkspaceRule<Value> {
  return {
    words: "may only be stricter",
    combine(person, workspace) {
      if (order.indexOf(workspace) >= order.indexOf(person)) return { value: workspace, unused: [] };
      return { value: person, unused: [{ path: [], reason: looser(person) }] };
    },
  };
}

export function onlyStricterByKey<Value>(
  order: readonly Value[],
): WorkspaceRule<Readonly<Record<string, Value>>> {
  return {
    words: "may only be stricter",
    combine(person, workspace) {
      const merged: Record<string, Value> = { ...person };
      const unused: UnusedPart[] = [];
      for (const [key, value] of Object.entries(workspace)) {
        const mine = Object.hasOwn(person, key) ? person[key] : undefined;
        if (mine === undefined || order.indexOf(value) >= order.indexOf(mine)) merged[key] = value;
        else unused.push({ path: [key], reason: looser(mine) });
      }
      return { value: merged, unused };
    },
  };
}

/** Both lists hold. */
export function adds<Item>(): WorkspaceRule<readonly Item[]> {
  return {
    words: "is added to the person's",
    combine: (person, workspace) => ({
      value: [...new Set([...person, ...workspace])],
      unused: [],
    }),
  };
}

/** Items that `mayAdd` turns down are not used. */
export function addsSome<Item>(mayAdd: (item: Item) => string | undefined): WorkspaceRule<readonly Item[]> {
  return {
    words: "is added to the person's where it tightens",
    combine(person, workspace) {
      const value = [...person];
      const unused: UnusedPart[] = [];
      for (const [index, item] of workspace.entries()) {
        const reason = mayAdd(item);
        if (reason === undefined) value.push(item);
        else unused.push({ path: [index], reason });
      }
      return { value, unused };
    },
  };
}

/** Key by key, the workspace's winning. */
export function replacesKeys<Value>(): WorkspaceRule<Readonly<Record<string, Value>>> {
  return {
    words: "replaces the person's, key by key",
    combine: (person, workspace) => ({ value: { ...person, ...workspace }, unused: [] }),
  };
}

/** Keys the person has keep their meaning. */
export function addsKeys<Value>(): WorkspaceRule<Readonly<Record<string, Value>>> {
  return {
    words: "is added to the person's",
    combine(person, workspace) {
      const taken = Object.keys(workspace).filter((key) => Object.hasOwn(person, key));
      return {
        value: { ...workspace, ...person },
        unused: taken.map((key) => ({
          path: [key],
          reason: "the person's configuration already has this name",
        })),
      };
    },
  };
}

/** Folders count where they lie inside one of the person's. Both lists are real paths. */
export function narrowsFolders(): WorkspaceRule<readonly string[]> {
  return {
    words: "may only leave folders of the person's out, or name folders inside them",
    combine(person, workspace) {
      const unused: UnusedPart[] = [];
      const value = workspace.filter((folder, index) => {
        const isInside = person.some(
          (mine) => folder === mine || folder.startsWith(mine.endsWith("/") ? mine : `${mine}/`),
        );
        if (!isInside)
          unused.push({
            path: [index],
            reason: "it lies outside the folders of the person's configuration",
          });
        return isInside;
      });
      return { value, unused };
    },
  };
}

function looser(person: unknown): string {
  return `a workspace cannot loosen ${JSON.stringify(person)}`;
}
