import { titleOf } from '../../../projects/repository/commit-text.js'

/** What the title and the description of a merge request are taken from where the author gives none. */
export interface TextSources {
  readonly branch: string
  /** The messages of the commits that are not in the target, oldest first, without merges. */
  readonly messages: ReadonlyArray<string>
  /** The issue whose number the branch begins with; undefined where there is none, or the author may not read it. */
  readonly issue?: { readonly iid: number; readonly title: string } | undefined
  /** Whether merging closes the issues that the description names. */
  readonly closes: boolean
}

/** A title and a description. */
export interface ProposedText {
  readonly title: string
  readonly description?: string | undefined
}

const bodyOf = (message: string): string => {
  const start = message.replace(/^\s+/, '')
  const end = start.indexOf('\n')
  return end < 0 ? '' : start.slice(end).trim()
}

/** The number of the issue that a branch such as `12-broken-link` is for. */
export const issueOfBranch = (branch: string): number | undefined => {
  const [, iid] = /^(\d{1,9})-/.exec(branch) ?? []
  return iid === undefined ? undefined : Number(iid)
}

/** The words of a branch name: `fix_oldLinks` gives "Fix old links". */
const sentenceOf = (branch: string): string => {
  const words = branch
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/**
 * Completes the text of a new merge request (docs/reference/behaviour/git.md#push-options).
 *
 * The only commit gives it, or else the oldest one whose message has more than a title; then the issue of the branch, then the name of the branch.
 * The issue of the branch is named in the description, so that merging closes it.
 */
export const proposedText = (
  given: { readonly title?: string | undefined; readonly description?: string | undefined },
  { branch, messages, issue, closes }: TextSources,
): ProposedText => {
  const source = messages.length === 1 ? messages[0] : messages.find((message) => bodyOf(message) !== '')
  const ofIssue = issue === undefined ? undefined : `Resolve "${issue.title}"`
  const title = given.title ?? (source === undefined ? undefined : titleOf(source)) ?? ofIssue ?? sentenceOf(branch)
  const description = given.description ?? (source === undefined ? '' : bodyOf(source))
  const reference = issue === undefined ? '' : `${closes ? 'Closes' : 'Related to'} #${issue.iid}`
  const text = [description, reference].filter((part) => part !== '').join('\n\n')
  return text === '' ? { title } : { title, description: text }
}
