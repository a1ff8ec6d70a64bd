import { deployment } from '@forgefold/core/domains/delivery/deployment'
import { environment } from '@forgefold/core/domains/delivery/environment'
import { pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { protectedEnvironment } from '@forgefold/core/domains/delivery/protected-environment'
import { repository } from '@forgefold/core/domains/projects/repository'
import { mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { type StoredEvent, type StreamName, streamOf, userIdOf } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { eventsLike, eventsOf } from '../history-reader.js'

type Events = ReadonlyArray<StoredEvent>
type Data = Readonly<Record<string, unknown>>

const dataOf = (event: StoredEvent): Data => event.data as Data

const gather = async (events: AsyncIterable<StoredEvent>, keep: (event: StoredEvent) => boolean): Promise<Events> => {
  const kept: Array<StoredEvent> = []
  for await (const event of events) if (keep(event)) kept.push(event)
  return kept
}

const all = (): boolean => true

const namesJob = (event: StoredEvent, jobId: number): boolean =>
  (dataOf(event)['jobs'] as ReadonlyArray<{ readonly id: number }>).some(({ id }) => id === jobId)

/** The events of a job: the beginning of its pipeline, its creation, and its status changes. */
const ofJob = async (store: EventStore, jobId: number): Promise<Events> => {
  let found: StreamName | undefined
  for await (const event of eventsLike(store, { categories: [pipeline.category], types: ['JobsAdded'] })) {
    if (!namesJob(event, jobId)) continue
    found = event.stream
    break
  }
  if (found === undefined) return []
  return gather(eventsOf(store, found), (event) => {
    if (event.type === 'PipelineCreated') return true
    return event.type === 'JobsAdded' ? namesJob(event, jobId) : dataOf(event)['jobId'] === jobId
  })
}

/** The events of the environment and its protections: by its name in the project, or by its tier in a group. */
const ofPlace = async (store: EventStore, projectId: unknown, environmentId: number): Promise<Events> => {
  const place = await gather(eventsOf(store, streamOf(environment, environmentId)), all)
  const made = place[0] === undefined ? {} : dataOf(place[0])
  const protections = new Set<StreamName>()
  const covers = (event: StoredEvent): boolean => {
    const { scope, scopeId, name } = dataOf(event)
    const isMeant = scope === 'project' ? scopeId === projectId && name === made['name'] : name === made['tier']
    if (event.type === 'EnvironmentProtected' && isMeant) protections.add(event.stream)
    return protections.has(event.stream)
  }
  const filter = { categories: [protectedEnvironment.category] }
  return [...place, ...(await gather(eventsLike(store, filter), covers))]
}

const shippedBy = (own: Events): ReadonlyArray<number> =>
  own.flatMap((event) =>
    event.type === 'MergeRequestsLinked' ? (dataOf(event)['mergeRequestIds'] as ReadonlyArray<number>) : [],
  )

/**
 * Everything that led to a deployment and followed from it, in order: the push of its commit, its job, its environment and protections, its
 * approvals, and the merge requests it shipped. Undefined for an unknown deployment.
 */
export const auditTrailOf = async (store: EventStore, deploymentId: number): Promise<Events | undefined> => {
  const own = await gather(eventsOf(store, streamOf(deployment, deploymentId)), all)
  if (own[0] === undefined) return undefined
  const { projectId, environmentId, jobId, sha } = dataOf(own[0])
  const trail = [...own]
  if (jobId !== null) trail.push(...(await ofJob(store, jobId as number)))
  trail.push(...(await ofPlace(store, projectId, environmentId as number)))
  const moves = eventsOf(store, streamOf(repository, projectId as number))
  trail.push(...(await gather(moves, (event) => dataOf(event)['to'] === sha)))
  for (const id of shippedBy(own)) trail.push(...(await gather(eventsOf(store, streamOf(mergeRequest, id)), all)))
  return trail.toSorted((a, b) => a.position - b.position)
}

/** The user who caused the work of a reactor: the first one in the trail with the same correlation id. */
export const initiatorsIn = (trail: Events): ReadonlyMap<string, string> => {
  const beginners = new Map<string, string>()
  for (const { metadata } of trail)
    if (userIdOf(metadata.actor) !== undefined && !beginners.has(metadata.correlationId))
      beginners.set(metadata.correlationId, metadata.actor)
  return beginners
}
