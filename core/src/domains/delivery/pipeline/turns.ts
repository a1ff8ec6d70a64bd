import type { Job } from './job.js'
import { type CiStatus, compositeStatus, hasWarnings, isComplete, type StatusPart } from './status.js'

/** The members under each of their keys, in their order. */
export const grouped = <A, K>(
  members: ReadonlyArray<A>,
  keysOf: (member: A) => ReadonlyArray<K>,
): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const member of members)
    for (const key of keysOf(member)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [member])
      else group.push(member)
    }
  return groups
}

/** The outcome of the jobs before a job that have ended: all passed, a failure or, for a need by name, one that never ran. */
export type Ended = 'passed' | 'failed' | 'unrun'
type Outcome = Ended | 'open'

/** A job that is allowed to fail does not count, but must have started. */
const isOpen = ({ status }: StatusPart): boolean => status === 'created' || status === 'waiting_for_resource'

const outcomeOf = (before: ReadonlyArray<StatusPart>): Outcome => {
  if (before.length === 0) return 'passed'
  if (before.some(isOpen)) return 'open'
  const status = compositeStatus(before) as CiStatus
  if (!isComplete(status)) return 'open'
  return status === 'success' ||
    status === 'skipped' ||
    (hasWarnings(before) && status !== 'failed' && status !== 'canceled')
    ? 'passed'
    : 'failed'
}

/** A need by name that was skipped, or is a manual job that need not be started, holds back the jobs that need it. */
const outcomeOfNeeded = (needed: ReadonlyArray<StatusPart>): Outcome => {
  const outcome = outcomeOf(needed)
  const isUnrun = needed.some(
    ({ status, allowFailure }) => status === 'skipped' || (status === 'manual' && allowFailure),
  )
  return outcome === 'passed' && isUnrun ? 'unrun' : outcome
}

/** A job whose turn has come, with the outcome of the jobs before it. */
export interface Turn {
  readonly index: number
  readonly outcome: Ended
}

/** The jobs whose turn has come, round by round. */
export interface Turns {
  /** Empty where nothing moves any more. The caller replaces each of the jobs by what became of it before it asks again. */
  readonly next: () => ReadonlyArray<Turn>
}

/** The distinct ones of the parts: thousands of jobs have a dozen. */
const addTo = (parts: Map<string, StatusPart>, { status, allowFailure }: StatusPart): void => {
  parts.set(`${status} ${allowFailure}`, { status, allowFailure })
}

const isWaiting = ({ status }: StatusPart): boolean => status === 'created'

/**
 * The turns of the jobs without needs: those of the first stage that has not begun, once all stages before have ended. Each job is looked at a
 * few times, however many rounds there are: one that has begun moves no more.
 */
const makeStageTurns = (jobs: ReadonlyArray<Job>): Turns => {
  const stages = grouped([...jobs.keys()], (index) => [(jobs[index] as Job).stageIndex])
  const rest = [...stages.keys()].toSorted((a, b) => b - a).map((stage) => stages.get(stage) ?? [])
  const before = new Map<string, StatusPart>()
  let begun = 0
  let isTaken = false
  const hasBegun = (stage: ReadonlyArray<number>): boolean => {
    while (begun < stage.length && !isWaiting(jobs[stage[begun] as number] as Job)) begun++
    return begun === stage.length
  }
  const firstToBegin = (): ReadonlyArray<number> => {
    for (let stage = rest.at(-1); stage !== undefined && hasBegun(stage); stage = rest.at(-1)) {
      for (const index of stage) addTo(before, jobs[index] as Job)
      rest.pop()
      begun = 0
      isTaken = false
    }
    return rest.at(-1) ?? []
  }
  return {
    next: () => {
      const stage = firstToBegin()
      const outcome = isTaken ? 'open' : outcomeOf([...before.values()])
      if (outcome === 'open') return []
      isTaken = true
      return stage.flatMap((index) => {
        const job = jobs[index] as Job
        return job.needs === undefined && isWaiting(job) ? [{ index, outcome }] : []
      })
    },
  }
}

/** The turns of the jobs with needs. After the first round only those are looked at that need one which has moved. */
const makeNeedTurns = (jobs: ReadonlyArray<Job>) => {
  const byName = grouped([...jobs.keys()], (index) => [(jobs[index] as Job).name])
  const waiting = [...jobs.keys()].filter((index) => isWaiting(jobs[index] as Job))
  const needing = grouped(waiting, (index) => (jobs[index] as Job).needs ?? [])
  const turnOf = (index: number): ReadonlyArray<Turn> => {
    const job = jobs[index] as Job
    if (job.needs === undefined || !isWaiting(job)) return []
    const needed = job.needs.flatMap((name) => byName.get(name) ?? []).map((one) => jobs[one] as Job)
    const outcome = outcomeOfNeeded(needed)
    return outcome === 'open' ? [] : [{ index, outcome }]
  }
  return {
    first: () => waiting.flatMap(turnOf),
    after: (moved: ReadonlyArray<Turn>): ReadonlyArray<Turn> => {
      const affected = new Set(moved.flatMap(({ index }) => needing.get((jobs[index] as Job).name) ?? []))
      return [...affected].toSorted((a, b) => a - b).flatMap(turnOf)
    },
  }
}

/** The turns of the jobs, of which each moves at most once. Costs about as much as the jobs and their needs, however many rounds there are. */
export const makeTurns = (jobs: ReadonlyArray<Job>): Turns => {
  const stages = makeStageTurns(jobs)
  const needs = makeNeedTurns(jobs)
  let last: ReadonlyArray<Turn> | undefined
  return {
    next: () => {
      last = [...stages.next(), ...(last === undefined ? needs.first() : needs.after(last))]
      return last
    },
  }
}
