/** A commit that names a category of changes. */
export interface ChangelogEntry {
  readonly category: string
  readonly title: string
  /** How texts refer to the commit. */
  readonly commit: string
  /** The author, where they are to be mentioned. */
  readonly author: string | undefined
  /** How texts refer to the merge request. */
  readonly mergeRequest: string | undefined
}

/** A version and its changes. */
export interface ChangelogVersion {
  readonly version: string
  readonly day: string
  readonly entries: ReadonlyArray<ChangelogEntry>
}

const lineOf = ({ title, commit, author, mergeRequest }: ChangelogEntry): string =>
  [
    `- [${title}](${commit})`,
    ...(author === undefined ? [] : [`by ${author}`]),
    ...(mergeRequest === undefined ? [] : [`([merge request](${mergeRequest}))`]),
  ].join(' ')

/** The section of a version: a heading, then the changes by category, in the order of first occurrence. */
export const changelogSection = ({ version, day, entries }: ChangelogVersion): string => {
  const heading = `## ${version} (${day})`
  if (entries.length === 0) return `${heading}\n\nNo changes.\n`
  const byCategory = new Map<string, Array<ChangelogEntry>>()
  for (const entry of entries) {
    const known = byCategory.get(entry.category)
    if (known === undefined) byCategory.set(entry.category, [entry])
    else known.push(entry)
  }
  const parts = [...byCategory].map(([category, own]) => {
    const count = own.length === 1 ? '1 change' : `${own.length} changes`
    return `### ${category} (${count})\n\n${own.map(lineOf).join('\n')}\n`
  })
  return `${heading}\n\n${parts.join('\n')}`
}

const HEADING = /^## (\d+\.\d+\.\d+\S*)/

/** A text in pieces: the text before the first version, then a piece for each version. */
const piecesOf = (text: string): ReadonlyArray<{ readonly version: string | undefined; readonly text: string }> => {
  const pieces: Array<{ version: string | undefined; lines: Array<string> }> = [{ version: undefined, lines: [] }]
  for (const line of text.split('\n')) {
    const version = HEADING.exec(line)?.[1]
    if (version === undefined) pieces.at(-1)?.lines.push(line)
    else pieces.push({ version, lines: [line] })
  }
  return pieces.map(({ version, lines }) => ({ version, text: lines.join('\n').trim() }))
}

/** A changelog with the section of a version, which replaces its older section or is inserted before the first older version. */
export const changelogWith = (
  text: string,
  version: string,
  section: string,
  compare: (one: string, other: string) => number,
): string => {
  const kept = piecesOf(text).filter((piece) => piece.version !== version)
  const found = kept.findIndex((piece) => piece.version !== undefined && compare(piece.version, version) < 0)
  const at = found < 0 ? kept.length : found
  const all = [
    ...kept.slice(0, at).map((piece) => piece.text),
    section.trim(),
    ...kept.slice(at).map((one) => one.text),
  ]
  return `${all.filter((piece) => piece !== '').join('\n\n')}\n`
}
