import type { Forge } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { wholeDescription } from '../../../issuable/description.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { signatureOf } from '../../../projects/repository/signature.js'
import type { MergeRequestRow } from '../queries.js'
import { type MessageFacts, mergeMessage, squashMessage } from '../rules/merge-messages.js'
import { commitsOf } from './changes.js'
import { issuesClosedBy } from './closed-issues.js'
import { codeReadersMayRead } from './code-readers.js'

/** `Name <address>`, for trailers. */
const trailerOf = (forge: Forge, userId: number, at: Instant): string => {
  const { name, email } = signatureOf(forge, userId, at)
  return `${name} <${email}>`
}

/** The URL of a merge request's page. */
export const mergeRequestUrl = (
  forge: Pick<Forge, 'instance'>,
  project: Pick<ProjectRow, 'fullPath'>,
  iid: number,
): string => `${forge.instance.externalUrl}/${project.fullPath}/-/merge_requests/${iid}`

/** The variables of a message. */
export const messageFacts = async (
  forge: Forge,
  project: ProjectRow,
  row: MergeRequestRow,
  by: { readonly userId: number; readonly at: Instant },
): Promise<MessageFacts> => {
  const commits = await commitsOf(forge, row.targetProjectId, row.version)
  const authors = new Set(commits.map(({ author }) => `${author.name} <${author.email}>`))
  const merger = trailerOf(forge, by.userId, by.at)
  authors.delete(trailerOf(forge, row.authorId, by.at))
  const principal = principalOfUser(forge, by.userId)
  const issues = principal === undefined ? [] : await issuesClosedBy(forge, principal, row)
  const named = issues.filter((one) => one.kind === 'external' || codeReadersMayRead(forge, project, one.issue))
  return {
    sourceBranch: row.sourceBranch,
    targetBranch: row.targetBranch,
    title: row.title,
    description: await wholeDescription(forge, row.description),
    closes: named.map((one) => (one.kind === 'internal' ? one.reference : one.key)),
    reference: `${project.fullPath}!${row.iid}`,
    url: mergeRequestUrl(forge, project, row.iid),
    approvedBy: row.approvedBy.map((userId) => trailerOf(forge, userId, by.at)),
    mergedBy: merger,
    coAuthors: [...authors],
    commits: commits.map(({ message }) => message).reverse(),
  }
}

/** The message of a merge commit, by the project's template. */
export const defaultMergeMessage = (project: ProjectRow, facts: MessageFacts): string =>
  mergeMessage(project.mergeCommitTemplate, facts)

/** The message of a squashed commit, by the project's template. */
export const defaultSquashMessage = (project: ProjectRow, facts: MessageFacts): string =>
  squashMessage(project.squashCommitTemplate, facts)
