import type { JobConfig } from './config.js'

interface Visit {
  readonly name: string
  readonly needs: ReadonlyArray<string>
  /** How many of its needs were followed. */
  followed: number
  readonly number: number
  /** The lowest number that can be reached from here and is not settled. */
  lowest: number
}

/** The jobs that need themselves, directly or by others: the strongly connected components of more than one job (Tarjan 1972). Follows each need once. */
export const namesInCycles = (jobs: ReadonlyMap<string, JobConfig>): ReadonlySet<string> => {
  const visits = new Map<string, Visit>()
  const settled = new Set<string>()
  const unsettled: Array<string> = []
  const circles = new Set<string>()
  const path: Array<Visit> = []

  const enter = (name: string): void => {
    const needs = [...new Set((jobs.get(name)?.needs ?? []).map((need) => need.job))].filter((need) => jobs.has(need))
    const visit = { name, needs, followed: 0, number: visits.size, lowest: visits.size }
    visits.set(name, visit)
    unsettled.push(name)
    path.push(visit)
  }
  const leave = (visit: Visit): void => {
    path.pop()
    const above = path[path.length - 1]
    if (above !== undefined) above.lowest = Math.min(above.lowest, visit.lowest)
    if (visit.lowest !== visit.number) return
    const members = unsettled.splice(unsettled.lastIndexOf(visit.name))
    for (const member of members) {
      settled.add(member)
      if (members.length > 1 || visit.needs.includes(member)) circles.add(member)
    }
  }
  const follow = (visit: Visit, need: string): void => {
    const known = visits.get(need)
    if (known === undefined) enter(need)
    else if (!settled.has(need)) visit.lowest = Math.min(visit.lowest, known.number)
  }

  for (const name of jobs.keys()) {
    if (!visits.has(name)) enter(name)
    for (let visit = path[path.length - 1]; visit !== undefined; visit = path[path.length - 1]) {
      const need = visit.needs[visit.followed++]
      if (need === undefined) leave(visit)
      else follow(visit, need)
    }
  }
  return circles
}
