/** The variables of a message. */
export interface MessageFacts {
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly title: string
  readonly description: string | null
  /** References of the issues that the merge closes: `#1`, `group/project#2`. */
  readonly closes: ReadonlyArray<string>
  /** `group/project!7`. */
  readonly reference: string
  readonly url: string
  /** `Name <address>` each. */
  readonly approvedBy: ReadonlyArray<string>
  readonly mergedBy: string
  readonly coAuthors: ReadonlyArray<string>
  /** Messages of the commits, oldest first. */
  readonly commits: ReadonlyArray<string>
}

const sentenceOf = (items: ReadonlyArray<string>): string => {
  if (items.length < 2) return items.join('')
  if (items.length === 2) return items.join(' and ')
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`
}

const closesLine = (facts: MessageFacts): string =>
  facts.closes.length === 0 ? '' : `Closes ${sentenceOf(facts.closes)}`

const isMultiline = (message: string): boolean => message.trim().includes('\n')

const variable = (name: string, facts: MessageFacts): string | undefined => {
  switch (name) {
    case 'source_branch':
      return facts.sourceBranch
    case 'target_branch':
      return facts.targetBranch
    case 'title':
      return facts.title
    case 'issues':
      return closesLine(facts)
    case 'description':
      return facts.description ?? ''
    case 'reference':
      return facts.reference
    case 'url':
      return facts.url
    case 'first_commit':
      return (facts.commits[0] ?? '').trim()
    case 'first_multiline_commit':
      return (facts.commits.find(isMultiline) ?? facts.title).trim()
    case 'approved_by':
      return facts.approvedBy.map((who) => `Approved-by: ${who}`).join('\n')
    case 'merged_by':
      return facts.mergedBy
    case 'co_authored_by':
      return facts.coAuthors.map((who) => `Co-authored-by: ${who}`).join('\n')
    case 'all_commits':
      return facts.commits.map((message) => `* ${message.trim()}`).join('\n\n')
    default:
      return undefined
  }
}

const VARIABLE = /%\{(\w+)\}/g

/** Fills in a template; a line that holds only an empty variable is removed, unknown variables stay as they are. */
export const fillTemplate = (template: string, facts: MessageFacts): string => {
  const lines: Array<string> = []
  for (const line of template.replace(/\r\n?/g, '\n').split('\n')) {
    const alone = /^%\{(\w+)\}$/.exec(line.trim())?.[1]
    if (alone !== undefined && variable(alone, facts) === '') continue
    lines.push(line.replace(VARIABLE, (whole, name: string) => variable(name, facts) ?? whole))
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The default message of a merge commit (docs/reference/behaviour/review.md#merge-messages). */
export const mergeMessage = (template: string | null, facts: MessageFacts): string => {
  if (template !== null && template.trim() !== '') return fillTemplate(template, facts)
  const paragraphs = [
    `Merge branch '${facts.sourceBranch}' into '${facts.targetBranch}'`,
    facts.title,
    closesLine(facts),
    `See merge request ${facts.reference}`,
  ]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

/** The default message of a squash commit: the title, or the project's template. */
export const squashMessage = (template: string | null, facts: MessageFacts): string =>
  template !== null && template.trim() !== '' ? fillTemplate(template, facts) : facts.title
