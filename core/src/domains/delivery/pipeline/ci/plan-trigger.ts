import type { JobConfig, TriggerConfig } from './config.js'
import { expand, type Variables } from './expression.js'
import { expandedSource, type FileSource } from './file-source.js'

/** What a job starts, with variables expanded. */
export interface PlannedTrigger
  extends Pick<TriggerConfig, 'project' | 'branch' | 'files' | 'depends' | 'forwardsPipelineVariables'> {
  /** The variables of the file that the started pipeline gets. */
  readonly variables: Variables
}

/** How many characters the forwarded variables and the names of files of all jobs of a pipeline may have together; a short file can expand to much. */
const MOST_CHARACTERS = 500_000
/** Counted for each variable besides its key and value. */
const OVERHEAD = 20

/** How much can still be forwarded: below 0, there is too much. */
export interface Room {
  left: number
}

/** The room of a pipeline. */
export const roomForVariables = (): Room => ({ left: MOST_CHARACTERS })

const forwarded = (given: Variables, known: Variables, room: Room): Variables => {
  const found: Record<string, string> = {}
  for (const [key, value] of Object.entries(given)) {
    if (room.left < 0) break
    const expanded = expand(value, known)
    room.left -= key.length + expanded.length + OVERHEAD
    found[key] = expanded
  }
  return found
}

const expandedFiles = (files: TriggerConfig['files'], known: Variables, room: Room): TriggerConfig['files'] => {
  const found: Array<FileSource> = []
  for (const file of files) {
    if (room.left < 0) break
    const expanded = expandedSource(file, known)
    room.left -= JSON.stringify(expanded).length
    found.push(expanded)
  }
  return found
}

/** Expands the variables in what a job starts, and in what it forwards. */
export const plannedTrigger = (job: JobConfig, known: Variables, room: Room): PlannedTrigger | undefined => {
  if (job.trigger === undefined) return undefined
  const { project, branch, files, forwardsYamlVariables, ...rest } = job.trigger
  return {
    ...rest,
    project: project === null ? null : expand(project, known),
    branch: branch === null ? null : expand(branch, known),
    files: expandedFiles(files, known, room),
    variables: forwardsYamlVariables ? forwarded({ ...job.inheritedVariables, ...job.variables }, known, room) : {},
  }
}
