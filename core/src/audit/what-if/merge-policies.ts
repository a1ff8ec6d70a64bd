import { idOf, type StoredEvent } from '../../kernel/envelope.js'
import type { Policy, Verdict } from './policy.js'
import type { Data, RecordedFacts } from './recorded-facts.js'

const decided = (isFine: boolean): Verdict => (isFine ? 'allowed' : 'refused')

const dataOf = (event: StoredEvent): Data => event.data as Data

const ofRequest = (event: StoredEvent, facts: RecordedFacts, field: string): unknown =>
  facts.of('merge_request', idOf(event.stream), field)

const isMerge = ({ type, data }: StoredEvent): boolean =>
  type === 'MergeRequestMerged' && (data as Data)['via'] !== 'push'

const projectSetting = (event: StoredEvent, facts: RecordedFacts, field: string): boolean | undefined => {
  const value = facts.of('project', ofRequest(event, facts, 'targetProjectId'), field)
  return typeof value === 'boolean' ? value : undefined
}

interface RecordedRule {
  readonly required: number
}

/** The rules that a merge recorded as satisfied. */
const requiredAtMerge = (event: StoredEvent): number => {
  const { rules = [] } = (dataOf(event)['approvals'] ?? {}) as { readonly rules?: ReadonlyArray<RecordedRule> }
  return Math.max(0, ...rules.map(({ required }) => required))
}

const approvalsRequired: Policy = {
  value: 'number',
  summary: 'how many people have to approve a merge request before it is merged',
  inEffect: (event) => (isMerge(event) ? requiredAtMerge(event) : undefined),
  judge: (event, facts, value) =>
    isMerge(event) ? decided(facts.approversOf('merge_request', idOf(event.stream)).size >= Number(value)) : undefined,
}

/** A merge check of the project, by the setting that enables it. */
const mergeCheck = (
  summary: string,
  field: string,
  passes: (event: StoredEvent, facts: RecordedFacts) => boolean,
): Policy => ({
  value: 'boolean',
  summary,
  inEffect: (event, facts) => (isMerge(event) ? projectSetting(event, facts, field) : undefined),
  judge: (event, facts, value) => (isMerge(event) ? decided(value !== true || passes(event, facts)) : undefined),
})

const hasGreenPipeline = (event: StoredEvent, facts: RecordedFacts): boolean => {
  const project = ofRequest(event, facts, 'sourceProjectId')
  const status = facts.pipelineStatusOf(project, ofRequest(event, facts, 'head'))
  const skippedCounts = projectSetting(event, facts, 'allowMergeOnSkippedPipeline') === true
  return status === 'success' || (status === 'skipped' && skippedCounts)
}

const needsPipeline = (event: StoredEvent, facts: RecordedFacts): boolean =>
  projectSetting(event, facts, 'onlyAllowMergeIfPipelineSucceeds') === true

/** Where a pipeline must have succeeded, whether a skipped one counts. */
const skippedPipelineCounts: Policy = {
  value: 'boolean',
  summary: 'whether a skipped pipeline counts where one has to have succeeded',
  inEffect: (event, facts) =>
    isMerge(event) && needsPipeline(event, facts)
      ? projectSetting(event, facts, 'allowMergeOnSkippedPipeline') === true
      : undefined,
  judge: (event, facts, value) => {
    if (!isMerge(event) || !needsPipeline(event, facts)) return undefined
    const head = ofRequest(event, facts, 'head')
    const status = facts.pipelineStatusOf(ofRequest(event, facts, 'sourceProjectId'), head)
    return decided(value === true || status !== 'skipped')
  },
}

/** A policy over who may approve, by the setting of the project. */
const approverRule = (
  summary: string,
  field: string,
  isBarred: (event: StoredEvent, facts: RecordedFacts, value: boolean) => boolean,
): Policy => ({
  value: 'boolean',
  summary,
  inEffect: (event, facts) => (event.type === 'Approved' ? projectSetting(event, facts, field) : undefined),
  judge: (event, facts, value) =>
    event.type === 'Approved' ? decided(!isBarred(event, facts, value === true)) : undefined,
})

const isAuthor = (event: StoredEvent, facts: RecordedFacts): boolean =>
  dataOf(event)['userId'] === ofRequest(event, facts, 'authorId')

const isCommitter = (event: StoredEvent, facts: RecordedFacts): boolean => {
  const committers = ofRequest(event, facts, 'committerIds')
  return Array.isArray(committers) && committers.includes(dataOf(event)['userId'])
}

/** Policies over merges and their approvals. */
export const MERGE_POLICIES: Readonly<Record<string, Policy>> = {
  approvals_required: approvalsRequired,
  only_allow_merge_if_pipeline_succeeds: mergeCheck(
    'whether the pipeline of the head has to have succeeded',
    'onlyAllowMergeIfPipelineSucceeds',
    hasGreenPipeline,
  ),
  allow_merge_on_skipped_pipeline: skippedPipelineCounts,
  only_allow_merge_if_all_discussions_are_resolved: mergeCheck(
    'whether every thread has to be resolved',
    'onlyAllowMergeIfAllDiscussionsAreResolved',
    (event, facts) => facts.openThreadsOf(idOf(event.stream)) === 0,
  ),
  merge_requests_author_approval: approverRule(
    'whether authors may approve what they wrote',
    'mergeRequestsAuthorApproval',
    (event, facts, value) => !value && isAuthor(event, facts),
  ),
  merge_requests_disable_committers_approval: approverRule(
    'whether those who committed are kept from approving',
    'mergeRequestsDisableCommittersApproval',
    (event, facts, value) => value && isCommitter(event, facts),
  ),
}
