/** Resolves after `ms`, by the machine's clock; `cancel` lets it go. */
export function after(ms: number): { readonly over: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, cancel: () => clearTimeout(timer) };
}

export function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
