import { stripCode } from '../../../issuable/code-spans.js'
import { PROJECT_PATH } from '../../../issuable/references.js'

/** An issue that a text says it closes. */
export type IssueReference =
  /** `project`: a full path, the name of a project in the same namespace, or undefined for the project itself. */
  | { readonly kind: 'internal'; readonly project: string | undefined; readonly iid: number }
  /** A key of an external tracker: `ABC-123`. */
  | { readonly kind: 'external'; readonly key: string }

const KEYWORD = '(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?)'
const CLOSING_WORD = new RegExp(KEYWORD)

/** Whether a text may close an issue: most have no closing word, and finding references costs more. */
export const hasClosingWord = (text: string): boolean => CLOSING_WORD.test(text)

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

interface ClosingPatterns {
  readonly closing: RegExp
  readonly reference: RegExp
}

/** The patterns of closing words and references in an instance with this URL. */
export const closingPatterns = (externalUrl: string): ClosingPatterns => {
  const url = `${escaped(externalUrl)}/(${PROJECT_PATH})/-/issues/(\\d{1,15})`
  const reference = `(?:${url}|(${PROJECT_PATH})?#(\\d{1,15})|([A-Z][A-Z0-9_]{1,50}-\\d{1,15}))(?![\\w-])`
  const plain = reference.replace(/\((?!\?)/g, '(?:')
  return {
    closing: new RegExp(
      `(?<![\\w-])${KEYWORD}:? +(?:issues? +)?(${plain}(?:(?: *, *(?:and +)?| +and +| +)${plain})*)`,
      'g',
    ),
    reference: new RegExp(reference, 'g'),
  }
}

/** The same for references that name the same issue in the same words. */
export const keyOf = (reference: IssueReference): string =>
  reference.kind === 'external' ? reference.key : `${reference.project ?? ''}#${reference.iid}`

/** The most issues of a text, and of a merge request: each is looked up, and read by whoever asks. */
export const MAX_CLOSED = 300

/** The first issues that a text closes by a keyword, in order, each once; references in code do not count (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const closingReferences = (
  text: string,
  externalUrl: string,
  { closing, reference }: ClosingPatterns = closingPatterns(externalUrl),
): ReadonlyArray<IssueReference> => {
  const found = new Map<string, IssueReference>()
  for (const [, list] of stripCode(text).matchAll(closing)) {
    for (const [, urlPath, urlIid, path, iid, key] of (list ?? '').matchAll(reference)) {
      const one: IssueReference =
        key === undefined
          ? { kind: 'internal', project: urlPath ?? path, iid: Number(urlIid ?? iid) }
          : { kind: 'external', key }
      if (found.size === MAX_CLOSED) return [...found.values()]
      if (!found.has(keyOf(one))) found.set(keyOf(one), one)
    }
  }
  return [...found.values()]
}
