import type { JobConfig, Need } from './config.js'

interface Visit {
  readonly name: string
  readonly needs: ReadonlyArray<Need>
  /** How many of its needs have been followed. */
  followed: number
  readonly number: number
  /** The lowest number that is reachable from here and not settled. */
  lowest: number
  isSettled: boolean
}

const NONE: ReadonlyArray<Need> = []

/**
 * The jobs that need themselves, directly or through others: the strongly connected components with more than one job (Tarjan 1972). Follows
 * each need once.
 */
export const namesInCycles = (jobs: ReadonlyMap<string, JobConfig>): ReadonlySet<string> => {
  const visits = new Map<string, Visit>()
  const unsettled: Array<Visit> = []
  const circles = new Set<string>()
  const path: Array<Visit> = []

  const enter = (name: string): void => {
    const needs = jobs.get(name)?.needs ?? NONE
    const visit = { name, needs, followed: 0, number: visits.size, lowest: visits.size, isSettled: false }
    visits.set(name, visit)
    unsettled.push(visit)
    path.push(visit)
  }
  const settle = (first: Visit): void => {
    const isAlone = unsettled[unsettled.length - 1] === first
    const isCircle = !isAlone || first.needs.some(({ job }) => job === first.name)
    let member: Visit | undefined
    do {
      member = unsettled.pop()
      if (member === undefined) break
      member.isSettled = true
      if (isCircle) circles.add(member.name)
    } while (member !== first)
  }
  const leave = (visit: Visit): void => {
    path.pop()
    const above = path[path.length - 1]
    if (above !== undefined) above.lowest = Math.min(above.lowest, visit.lowest)
    if (visit.lowest === visit.number) settle(visit)
  }
  const follow = (visit: Visit, need: string): void => {
    const known = visits.get(need)
    if (known !== undefined) {
      if (!known.isSettled) visit.lowest = Math.min(visit.lowest, known.number)
    } else if (jobs.has(need)) enter(need)
  }

  for (const name of jobs.keys()) {
    if (!visits.has(name)) enter(name)
    for (let visit = path[path.length - 1]; visit !== undefined; visit = path[path.length - 1]) {
      const need = visit.needs[visit.followed++]
      if (need === undefined) leave(visit)
      else follow(visit, need.job)
    }
  }
  return circles
}
