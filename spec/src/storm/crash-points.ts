import { fileURLToPath } from 'node:url'
import { mortal } from '../processes/index.js'

/** Where a process may be made to die: beside what it writes, before the next step knows of it. */
export const CRASH_POINTS = [
  'draft',
  'blob',
  'object',
  'move',
  'before a ref',
  'ref',
  'before an append',
  'append',
  'before a projection',
  'projection',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** A death to come: at the Nth time that a point is reached, counted from when a file is there. */
export interface PlannedCrash {
  readonly point: CrashPoint
  readonly times: number
  readonly armedBy: string
}

/** What Node.js has to load before the program. */
export const flagsOf = (death: PlannedCrash | undefined): ReadonlyArray<string> =>
  death === undefined ? [] : ['--import', fileURLToPath(mortal)]

export const environmentOf = (death: PlannedCrash | undefined): Readonly<Record<string, string>> =>
  death === undefined ? {} : { DIE_AT: `${death.point}:${death.times}`, DIE_WHEN: death.armedBy }
