import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'
import { DECISIONS } from './approval.js'

const { safeInteger, nullable, instant } = codecs

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
const at = t.type({ at: instant })
const approval = t.type({
  userId: safeInteger,
  status: codecs.oneOf(DECISIONS),
  comment: nullable(t.string),
  ruleId: nullable(safeInteger),
  at: instant,
})
const linked = t.type({ mergeRequestIds: codecs.list(safeInteger) })
const nothing = t.type({})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

export type DeploymentEvent =
  | { readonly type: 'DeploymentCreated'; readonly data: Data<typeof created> }
  | { readonly type: 'DeploymentStarted'; readonly data: Data<typeof at> }
  | { readonly type: 'DeploymentSucceeded'; readonly data: Data<typeof at> }
  | { readonly type: 'DeploymentFailed'; readonly data: Data<typeof at> }
  | { readonly type: 'DeploymentCanceled'; readonly data: Data<typeof at> }
  | { readonly type: 'DeploymentSkipped'; readonly data: Data<typeof at> }
  | { readonly type: 'DeploymentBlocked'; readonly data: Data<typeof at> }
  | { readonly type: 'DeploymentUnblocked'; readonly data: Data<typeof at> }
  /** Said for the first time, or changed from one decision to the other. */
  | { readonly type: 'ApprovalGiven'; readonly data: Data<typeof approval> }
  /** What it brought, found out once at its first success; may be nothing. */
  | { readonly type: 'MergeRequestsLinked'; readonly data: Data<typeof linked> }
  | { readonly type: 'DeploymentDeleted'; readonly data: Data<typeof nothing> }

/** Every event of a deployment, with its versions. */
export const deploymentEvents = eventCatalogue<DeploymentEvent>({
  DeploymentCreated: current(created),
  DeploymentStarted: current(at),
  DeploymentSucceeded: current(at),
  DeploymentFailed: current(at),
  DeploymentCanceled: current(at),
  DeploymentSkipped: current(at),
  DeploymentBlocked: current(at),
  DeploymentUnblocked: current(at),
  ApprovalGiven: current(approval),
  MergeRequestsLinked: current(linked),
  DeploymentDeleted: current(nothing),
})
