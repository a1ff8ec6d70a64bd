import type { Forge } from '../../../app/forge.js'
import { trimEnds } from '../../../kernel/index.js'
import { withOldCiVariables } from '../../../releases/index.js'
import type { JobConfig, JobNode } from './ci/config.js'
import type { Variables } from './ci/expression.js'
import type { PipelineSource, PipelineVariable } from './events.js'
import { type MergeRequestFacts, mergeRequestVariables } from './merge-request-variables.js'

/** The facts about a pipeline that is about to be created. */
export interface VariableFacts {
  readonly release: string
  readonly projectId: number
  readonly fullPath: string
  readonly defaultBranch: string | null
  readonly sha: string
  readonly beforeSha: string
  readonly ref: string
  readonly tag: boolean
  readonly source: PipelineSource
  readonly commitMessage: string
  /** A freeze period is in effect. */
  readonly frozen: boolean
  readonly mergeRequest: MergeRequestFacts | undefined
}

/** Encrypts variables for events. */
export const sealedVariables = (
  { secretBox }: Pick<Forge, 'secretBox'>,
  variables: ReadonlyArray<PipelineVariable> = [],
): { readonly variables?: ReadonlyArray<PipelineVariable> } =>
  variables.length === 0 ? {} : { variables: variables.map((one) => ({ ...one, value: secretBox.seal(one.value) })) }

const MAX_SLUG_LENGTH = 63

/** A ref as a part of host names: lower-case letters, digits and dashes, at most 63 of them. */
export const refSlug = (ref: string): string =>
  trimEnds(
    ref
      .slice(0, MAX_SLUG_LENGTH)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '-')
      .slice(0, MAX_SLUG_LENGTH),
    '-',
  )

/** The predefined variables for rules, with the old CI_BUILD_ names in releases that have them. */
export const predefinedVariables = (facts: VariableFacts): Variables => {
  const [title = '', ...rest] = facts.commitMessage.split('\n')
  const branch = !facts.tag && facts.mergeRequest === undefined
  const variables: Variables = {
    CI: 'true',
    GITLAB_CI: 'true',
    CI_PIPELINE_SOURCE: facts.source,
    CI_PROJECT_ID: String(facts.projectId),
    CI_PROJECT_PATH: facts.fullPath,
    CI_PROJECT_NAME: facts.fullPath.split('/').at(-1) ?? '',
    CI_PROJECT_NAMESPACE: facts.fullPath.split('/').slice(0, -1).join('/'),
    CI_COMMIT_SHA: facts.sha,
    CI_COMMIT_SHORT_SHA: facts.sha.slice(0, 8),
    CI_COMMIT_BEFORE_SHA: facts.beforeSha,
    CI_COMMIT_REF_NAME: facts.mergeRequest?.sourceBranch ?? facts.ref,
    CI_COMMIT_REF_SLUG: refSlug(facts.mergeRequest?.sourceBranch ?? facts.ref),
    CI_COMMIT_MESSAGE: facts.commitMessage,
    CI_COMMIT_TITLE: title,
    CI_COMMIT_DESCRIPTION: rest.join('\n').trim(),
    ...(facts.defaultBranch === null ? {} : { CI_DEFAULT_BRANCH: facts.defaultBranch }),
    ...(branch ? { CI_COMMIT_BRANCH: facts.ref } : {}),
    ...(facts.tag ? { CI_COMMIT_TAG: facts.ref } : {}),
    ...(facts.frozen ? { CI_DEPLOY_FREEZE: 'true' } : {}),
    ...(facts.source === 'trigger' ? { CI_PIPELINE_TRIGGERED: 'true' } : {}),
    ...(facts.mergeRequest === undefined ? {} : mergeRequestVariables(facts.mergeRequest)),
  }
  return withOldCiVariables(variables, facts.release)
}

/** The variables for a job's own rules and environment, with the old names in releases that have them. */
export const jobVariables = (
  { name, stage, node }: Pick<JobConfig, 'name' | 'stage'> & { readonly node?: JobNode | undefined },
  release: string,
): Variables => ({
  ...withOldCiVariables({ CI_JOB_NAME: name, CI_JOB_STAGE: stage }, release),
  ...(node === undefined ? {} : { CI_NODE_INDEX: String(node.index) }),
  CI_NODE_TOTAL: String(node?.total ?? 1),
})
