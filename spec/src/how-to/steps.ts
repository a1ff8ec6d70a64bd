/** The pages whose code a test puts into a copy of the sources, in the order in which they build on each other. */
export const FOLLOWED_PAGES: ReadonlyArray<string> = [
  'docs/how-to/add-an-aggregate.md',
  'docs/how-to/add-a-field.md',
  'docs/how-to/add-an-endpoint.md',
  'docs/how-to/add-a-setting.md',
]

/** Where the lines of a step go: into a new file, or beside the one line of a file that holds `anchor`. */
export type Place =
  | { readonly kind: 'new file' | 'at the top' | 'at the end'; readonly path: string }
  | { readonly kind: 'before' | 'after' | 'instead of'; readonly path: string; readonly anchor: string }

/** One block of code of a page, with its place. */
export interface Step {
  readonly place: Place
  readonly code: string
}

const NEW_FILE = /^New file `([^`]+)`:$/
const IN_FILE = /^In `([^`]+)`, (at the top|at the end):$/
const AT_LINE = /^In `([^`]+)`, (before|after|instead of) `([^`]+)`:$/

/** The place that a line of a page names, as readers see it; undefined where it names none. */
export const placeOf = (line: string): Place | undefined => {
  const [, created] = NEW_FILE.exec(line) ?? []
  if (created !== undefined) return { kind: 'new file', path: created }
  const [, edited, end] = IN_FILE.exec(line) ?? []
  if (edited !== undefined) return { kind: end as 'at the top' | 'at the end', path: edited }
  const [, path, side, anchor] = AT_LINE.exec(line) ?? []
  if (path === undefined || anchor === undefined) return undefined
  return { kind: side as 'before' | 'after' | 'instead of', path, anchor }
}

/** The steps of a page: every block of TypeScript under a line that names its place. */
export const stepsOf = (page: string): ReadonlyArray<Step> =>
  [...page.matchAll(/^(.+)\n\n```ts\n([\s\S]*?)^```/gm)].flatMap(([, line = '', code = '']) => {
    const place = placeOf(line)
    return place === undefined ? [] : [{ place, code }]
  })

type BesideLine = Extract<Place, { readonly anchor: string }>

const afterLine = (before: string, { kind, path, anchor }: BesideLine, code: string): string => {
  const lines = before.split('\n')
  const [at = -1, another] = lines.flatMap((line, index) => (line.includes(anchor) ? [index] : []))
  if (at < 0 || another !== undefined)
    throw new Error(`${path} has ${at < 0 ? 'no line' : 'several lines'} with ${anchor}`)
  const kept = kind === 'instead of' ? [] : [lines[at] ?? '']
  const added = code.replace(/\n$/, '')
  const changed = kind === 'before' ? [added, ...kept] : [...kept, added]
  return [...lines.slice(0, at), ...changed, ...lines.slice(at + 1)].join('\n')
}

/** The text of a file after a step; `before` is undefined where there is no such file. Throws where the step does not fit the file. */
export const followStep = (before: string | undefined, { place, code }: Step): string => {
  if (place.kind === 'new file') {
    if (before !== undefined) throw new Error(`${place.path} is no new file`)
    return code
  }
  if (before === undefined) throw new Error(`there is no ${place.path}`)
  if ('anchor' in place) return afterLine(before, place, code)
  return place.kind === 'at the top' ? code + before : before + code
}
