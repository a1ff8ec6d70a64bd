import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { ObjectId } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { AnsweredPush } from '../../../projects/repository/branch-followers.js'
import { MAX_REFS_WITH_OPTIONS } from '../../../projects/repository/push-options.js'
import type { TerminalMessage } from '../../../projects/repository/terminal-text.js'
import { type MergeRequestPushOptions, parseMergeRequestPushOptions } from '../rules/merge-request-push-options.js'
import { optionProblems, optionsWarning } from '../rules/refused-options.js'
import { applyPushOptions } from './apply-push-options.js'
import { mergeRequestUrl } from './messages.js'

/** For so many branches of a push a URL is shown. */
const MAX_URLS = 10

/** The project into which branches of another one are merged by default: that which it was forked from, or itself. */
export const targetOfPush = (forge: Forge, source: ProjectRow): ProjectRow =>
  (source.forkedFrom === null ? undefined : forge.read.projects.byId(source.forkedFrom)) ?? source

type Pushed = AnsweredPush['branches'][number]

/** What was wrong with the options of one branch. */
const problemsOf = async (
  forge: Forge,
  push: AnsweredPush,
  source: ProjectRow,
  { branch, to, event }: Pushed,
  wanted: MergeRequestPushOptions,
): Promise<ReadonlyArray<string>> => {
  const { principal, context } = push
  try {
    return await applyPushOptions({
      forge,
      principal,
      event,
      contextFor: () => ({ ...withNewCommandId(forge, context), causationId: event }),
      source,
      target: targetOfPush(forge, source),
      branch,
      head: to as ObjectId,
      wanted,
    })
  } catch {
    // The branch has moved, so the push succeeds; the reactor tries again, and reports failures.
    return [optionProblems.failed]
  }
}

const warningsOf = async (
  forge: Forge,
  push: AnsweredPush,
  source: ProjectRow,
  branches: ReadonlyArray<Pushed>,
): Promise<ReadonlyArray<TerminalMessage>> => {
  if (parseMergeRequestPushOptions(push.sent) === undefined || branches.length === 0) return []
  const wanted = parseMergeRequestPushOptions(push.options)
  const problems: Array<string> = []
  if (branches.length > MAX_REFS_WITH_OPTIONS) problems.push(optionProblems.tooMany(branches.length))
  else if (wanted === undefined) problems.push(optionProblems.failed)
  else for (const one of branches) problems.push(...(await problemsOf(forge, push, source, one, wanted)))
  const text = optionsWarning(push.sent, [...new Set(problems)])
  return problems.length === 0 ? [] : [{ kind: 'warning', text }]
}

const urlMessage = (forge: Forge, source: ProjectRow, branch: string): TerminalMessage => {
  const newest = forge.read.mergeRequests.openFrom(source.id, branch).at(-1)
  const row = newest === undefined ? undefined : forge.read.mergeRequests.byId(newest)
  const target = row === undefined ? undefined : forge.read.projects.byId(row.targetProjectId)
  if (row !== undefined && target !== undefined)
    return {
      kind: 'plain',
      text: `View merge request for ${branch}:\n  ${mergeRequestUrl(forge, target, row.iid)}`,
    }
  const site = `${forge.instance.externalUrl}/${source.fullPath}/-/merge_requests/new`
  const query = `merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
  return { kind: 'plain', text: `To create a merge request for ${branch}, visit:\n  ${site}?${query}` }
}

/** Carries out the push options of a push; warnings, and a URL for each branch (docs/reference/behaviour/git.md#messages-to-the-pusher). */
export const answerPush = async (forge: Forge, push: AnsweredPush): Promise<ReadonlyArray<TerminalMessage>> => {
  const source = forge.read.projects.byId(push.projectId)
  if (source === undefined) return []
  const branches = push.branches.filter(({ branch, to }) => to !== null && branch !== source.defaultBranch)
  const warnings = await warningsOf(forge, push, source, branches)
  const shows = source.printingMergeRequestLinkEnabled && source.features.mergeRequests !== 'disabled'
  const urls = shows ? branches.slice(0, MAX_URLS).map(({ branch }) => urlMessage(forge, source, branch)) : []
  return [...warnings, ...urls]
}
