/** A name in a list: bare, with its mark, or in quotation marks. */
const LABEL = /~?"([^"\n]{1,255})"|(~?)([^\s,~"]+)/g

/** Names of users, with or without `@`, in lower case; `me` is the author of the text. */
export const userNames = (argument: string): ReadonlyArray<string> => [
  ...new Set(
    argument
      .split(/[\s,]+/)
      .map((word) => word.toLowerCase())
      .filter((word) => word !== '' && word !== '@' && word !== 'and'),
  ),
]

/** Titles of labels: `~bug ~"two words"`, or without the marks. */
export const labelTitles = (argument: string): ReadonlyArray<string> => [
  ...new Set(
    [...argument.matchAll(LABEL)].map(([, quoted, , bare]) => quoted ?? bare ?? '').filter((one) => one !== ''),
  ),
]

/** A milestone: by its number in the project after `%`, or by its title. */
export const milestoneNamed = (argument: string): { readonly iid: number } | { readonly title: string } => {
  const [, number] = /^%(\d{1,9})$/.exec(argument) ?? []
  if (number !== undefined) return { iid: Number(number) }
  const [, quoted] = /^%?"([^"]*)"$/.exec(argument) ?? []
  return { title: quoted ?? argument.replace(/^%/, '') }
}

/** A reference: `#1`, `!1`, `group/project#1`, or a URL. */
export interface Reference {
  readonly type: 'Issue' | 'MergeRequest'
  /** Undefined: the project of the text. */
  readonly path: string | undefined
  readonly iid: number
}

const SHORT = /^([\w.-]+(?:\/[\w.-]+)+)?([#!])(\d{1,9})$/
const ADDRESS = /^([\w.-]+(?:\/[\w.-]+)+)\/-\/(issues|merge_requests)\/(\d{1,9})$/

/** Reads a reference; undefined where it is malformed. `externalUrl`: the prefix of URLs of this instance. */
export const referenceIn = (argument: string, externalUrl: string): Reference | undefined => {
  const [, path, mark, iid] = SHORT.exec(argument) ?? []
  if (iid !== undefined) return { type: mark === '#' ? 'Issue' : 'MergeRequest', path, iid: Number(iid) }
  if (!argument.startsWith(`${externalUrl}/`)) return undefined
  const [, place, kind, number] = ADDRESS.exec(argument.slice(externalUrl.length + 1)) ?? []
  if (number === undefined) return undefined
  return { type: kind === 'issues' ? 'Issue' : 'MergeRequest', path: place, iid: Number(number) }
}

/** The name of an emoji between colons. */
export const emojiIn = (argument: string): string | undefined => /^:([^\s:]{1,100}):$/.exec(argument)?.[1]

/** A duration, and the day after it where there is one. */
export const durationAndDay = (argument: string): { readonly duration: string; readonly day: string | undefined } => {
  const [, duration, day] = /^(.*\S)\s+(\d{4}-\d\d-\d\d)$/.exec(argument) ?? []
  return { duration: duration ?? argument, day }
}
