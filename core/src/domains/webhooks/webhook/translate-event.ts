import * as E from 'fp-ts/lib/Either.js'
import { categoryOf, type EventOf, idOf, userIdOf } from '../../../kernel/index.js'
import type { EventFilter } from '../../../ports/event-store.js'
import { commitComment } from '../../conversation/commit-comment/aggregate.js'
import { discussionEvents } from '../../conversation/discussion/events.js'
import { deployment } from '../../delivery/deployment/decider.js'
import { pipelineEvents } from '../../delivery/pipeline/events.js'
import { release } from '../../delivery/release/aggregate.js'
import type { issueEvents } from '../../planning/issue/events.js'
import { repository } from '../../projects/repository/aggregate.js'
import { branchOf, tagOf } from '../../projects/repository/refs.js'
import { webhook } from './aggregate.js'
import type { ReadEvent, TranslateEvent } from './deliverable-event.js'
import { LIFECYCLE_READERS } from './translate-lifecycle.js'
import { mergeRequests } from './translate-merge-request.js'

const inProject = (id: number) => ({ kind: 'project', id }) as const

const pushes: ReadEvent = (_, event) => {
  const read = repository.events.decode(event)
  if (E.isLeft(read) || read.right.type !== 'RefUpdated' || read.right.data.via === 'fork') return undefined
  const update = read.right.data
  const tag = tagOf(update.ref) !== undefined
  if (!tag && branchOf(update.ref) === undefined) return undefined
  const trigger = tag ? 'tag_push_events' : 'push_events'
  return {
    trigger,
    place: inProject(Number(idOf(event.stream))),
    details: { kind: 'push', tag, update },
    userId: update.by,
  }
}

/** The pushes as hooks of the instance receive them. */
const repositories: ReadEvent = (forge, event) => {
  const push = pushes(forge, event)
  if (push === undefined) return undefined
  const { revision } = event
  return { ...push, trigger: 'repository_update_events', details: { kind: 'repository', revision } }
}

const ISSUE_ACTIONS: Partial<Record<EventOf<typeof issueEvents>['type'], 'open' | 'update' | 'close' | 'reopen'>> = {
  IssueCreated: 'open',
  IssueChanged: 'update',
  IssueAssigneesSet: 'update',
  IssueLabelsSet: 'update',
  IssueTimeEstimateSet: 'update',
  IssueTimeSpent: 'update',
  IssueClosed: 'close',
  IssueReopened: 'reopen',
}

const issues: ReadEvent = (forge, event) => {
  const action = ISSUE_ACTIONS[event.type as keyof typeof ISSUE_ACTIONS]
  const row = action === undefined ? undefined : forge.read.issues.byId(Number(idOf(event.stream)))
  if (action === undefined || row === undefined) return undefined
  return {
    trigger: row.confidential ? 'confidential_issues_events' : 'issues_events',
    place: inProject(row.projectId),
    details: { kind: 'issue', id: row.id, action },
  }
}

const notes: ReadEvent = (forge, event) => {
  const read = discussionEvents.decode(event)
  if (E.isLeft(read) || read.right.type !== 'NoteAdded') return undefined
  const { noteId, authorId } = read.right.data
  const row = forge.read.discussions.noteById(noteId)
  if (row === undefined || row.system !== undefined) return undefined
  const issue = row.noteableType === 'Issue' ? forge.read.issues.byId(row.noteableId) : undefined
  return {
    trigger: row.internal || issue?.confidential === true ? 'confidential_note_events' : 'note_events',
    place: inProject(row.projectId),
    details: { kind: 'note', id: noteId },
    userId: authorId,
  }
}

const commitNotes: ReadEvent = (forge, { type, stream }) => {
  const row = type === 'CommitCommentAdded' ? forge.read.commitComments.byId(Number(idOf(stream))) : undefined
  if (row === undefined) return undefined
  const { id, projectId, authorId } = row
  return { trigger: 'note_events', place: inProject(projectId), details: { kind: 'commit_note', id }, userId: authorId }
}

const pipelines: ReadEvent = (forge, event) => {
  const read = pipelineEvents.decode(event)
  if (E.isLeft(read)) return undefined
  const pipelineId = Number(idOf(event.stream))
  const row = forge.read.pipelines.byId(pipelineId)
  if (row === undefined) return undefined
  const place = inProject(row.projectId)
  const { type, data } = read.right
  switch (type) {
    case 'PipelineCreated':
      return {
        trigger: 'pipeline_events',
        place,
        details: { kind: 'pipeline', id: row.id, status: data.skipped ? 'skipped' : 'pending' },
      }
    case 'PipelineMoved':
      return { trigger: 'pipeline_events', place, details: { kind: 'pipeline', id: row.id, status: data.status } }
    case 'JobMoved':
      // No runner executes a bridge.
      if (forge.read.pipelines.jobById(data.jobId)?.kind === 'bridge') return undefined
      return { trigger: 'job_events', place, details: { kind: 'build', id: data.jobId, status: data.status } }
    default:
      return undefined
  }
}

const DEPLOYMENT_STATUSES = {
  DeploymentStarted: 'running',
  DeploymentSucceeded: 'success',
  DeploymentFailed: 'failed',
  DeploymentCanceled: 'canceled',
} as const

const deployments: ReadEvent = (forge, event) => {
  const status = DEPLOYMENT_STATUSES[event.type as keyof typeof DEPLOYMENT_STATUSES]
  const id = Number(idOf(event.stream))
  const row = status === undefined ? undefined : forge.read.deployments.byId(id)
  if (row === undefined) return undefined
  return {
    trigger: 'deployment_events',
    place: inProject(row.projectId),
    details: { kind: 'deployment', id: row.id, status },
  }
}

const releases: ReadEvent = (forge, event) => {
  // Evidence records what a release is; it does not change it.
  if (event.type === 'EvidenceCollected') return undefined
  const action = event.type === 'ReleaseCreated' ? 'create' : 'update'
  const row = forge.read.projectReleases.byId(Number(idOf(event.stream)))
  if (row === undefined) return undefined
  return {
    trigger: 'releases_events',
    place: inProject(row.projectId),
    details: { kind: 'release', id: row.id, tag: row.tag, action },
  }
}

const READERS: ReadonlyMap<string, ReadonlyArray<ReadEvent>> = new Map([
  [repository.category, [pushes, repositories]],
  ['issue', [issues]],
  ['discussion', [notes]],
  [commitComment.category, [commitNotes]],
  ['merge_request', [mergeRequests]],
  ['pipeline', [pipelines]],
  [deployment.category, [deployments]],
  [release.category, [releases]],
  ...LIFECYCLE_READERS,
])

/** The categories of events that webhooks deliver. */
export const SOURCE_CATEGORIES: ReadonlyArray<string> = [...READERS.keys()]

/** Events that webhooks deliver, and events of webhooks themselves. */
export const DELIVERY_FILTER: EventFilter = { categories: [...SOURCE_CATEGORIES, webhook.category] }

/** Translates an event for webhooks; empty for events that are not delivered, and for deleted subjects. */
export const toWebhookEvents: TranslateEvent = (forge, event) =>
  (READERS.get(categoryOf(event.stream)) ?? []).flatMap((read) => {
    const translation = read(forge, event)
    if (translation === undefined) return []
    const { userId = userIdOf(event.metadata.actor), ...rest } = translation
    const { id: cause, position, metadata } = event
    return [{ ...rest, userId: userId ?? undefined, at: metadata.at, cause, position }]
  })
