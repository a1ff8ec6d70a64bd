const asPattern = (wildcard: string): RegExp =>
  new RegExp(
    `^${wildcard
      .trim()
      .toLowerCase()
      .split('*')
      .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
  )

/** Whether one of the wildcards fits a host; case does not matter. */
export const fitsAny = (host: string, wildcards: ReadonlyArray<string>): boolean =>
  wildcards.some((wildcard) => asPattern(wildcard).test(host.toLowerCase()))
