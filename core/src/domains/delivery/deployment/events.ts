import * as t from 'io-ts'
import { instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { DECISIONS } from './approval.js'

const created = t.type({
  projectId: safeInteger,
  iid: safeInteger,
  environmentId: safeInteger,
  ref: t.string,
  tag: t.boolean,
  sha: t.string,
  userId: safeInteger,
  /** The job that makes it; null for deployments made through the API. */
  jobId: nullable(safeInteger),
})
const introduced = t.type({ name: t.string })
const at = t.type({ at: instant })
const approval = t.type({
  userId: safeInteger,
  status: oneOf(DECISIONS),
  comment: nullable(t.string),
  ruleId: nullable(safeInteger),
  at: instant,
})
const linked = t.type({ mergeRequestIds: list(safeInteger) })
const nothing = t.type({})

/** Every event of a deployment, with its versions. */
export const deploymentEvents = eventCatalogue({
  DeploymentCreated: current(created),
  /** Its environment, of this name, is made beside it. */
  EnvironmentIntroduced: current(introduced),
  DeploymentStarted: current(at),
  DeploymentSucceeded: current(at),
  DeploymentFailed: current(at),
  DeploymentCanceled: current(at),
  DeploymentSkipped: current(at),
  DeploymentBlocked: current(at),
  DeploymentUnblocked: current(at),
  /** A first decision, or a change from one decision to the other. */
  ApprovalGiven: current(approval),
  /** The merge requests it shipped, determined once at its first success; may be empty. */
  MergeRequestsLinked: current(linked),
  DeploymentDeleted: current(nothing),
})

/** The initial data of a deployment. */
export type DeploymentCreatedData = Readonly<t.TypeOf<typeof created>>

export type DeploymentEvent = EventOf<typeof deploymentEvents>
