const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

interface Parts {
  readonly numbers: ReadonlyArray<number>
  readonly pre: string | undefined
}

const partsOf = (text: string): Parts | undefined => {
  const found = VERSION.exec(text)
  return found === null ? undefined : { numbers: found.slice(1, 4).map(Number), pre: found[4] }
}

/** Whether a text is a semantic version, with or without a leading v. */
export const isVersion = (text: string): boolean => partsOf(text) !== undefined

/** Negative where the first is older. Other texts count as the oldest. */
export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  for (const [at, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  // A pre-release is older than its release.
  if (a.pre === undefined || b.pre === undefined) return Number(a.pre === undefined) - Number(b.pre === undefined)
  return a.pre.localeCompare(b.pre, 'en', { numeric: true })
}

/** The tag of the newest release before a version; tags of pre-releases do not count. */
export const previousTag = (tags: ReadonlyArray<string>, version: string): string | undefined =>
  tags
    .filter((tag) => partsOf(tag)?.pre === undefined && isVersion(tag) && compareVersions(tag, version) < 0)
    .sort(compareVersions)
    .at(-1)
