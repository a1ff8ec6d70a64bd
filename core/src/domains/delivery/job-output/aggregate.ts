import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { instant, list, nullable, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  denied,
  type EventOf,
  eventCatalogue,
  type Instant,
  type Rejection,
  refuse,
  refused,
} from '../../../kernel/index.js'

const chunk = t.type({
  /** The offset in bytes. */
  offset: safeInteger,
  size: safeInteger,
  /** The digest of its bytes. */
  sha256: t.string,
})

const artifactFile = t.type({
  /** `archive`, `metadata`, or the type of a report. */
  type: t.string,
  format: t.string,
  name: t.string,
  sha256: t.string,
  size: safeInteger,
  /** When it expires; null: never. */
  expireAt: nullable(instant),
})
const artifact = t.intersection([
  artifactFile,
  /** Those in a dotenv report; values are sealed. */
  t.partial({ variables: list(t.type({ key: t.string, value: t.string })) }),
])

const outputEvents = eventCatalogue({
  TraceAppended: current(chunk),
  ArtifactUploaded: current(artifact),
  /** The artifacts are kept for good. */
  ArtifactsKept: current(t.type({})),
  ArtifactsDeleted: current(t.type({})),
  /** Trace and artifacts are no longer shown. */
  JobErased: current(t.type({ userId: safeInteger, at: instant })),
})

/** The events of a job's output. */
export type JobOutputEvent = EventOf<typeof outputEvents>

/** A piece of a trace. */
export type TraceChunk = Readonly<t.TypeOf<typeof chunk>>
/** A file that a job has uploaded. */
export type ArtifactData = Readonly<t.TypeOf<typeof artifact>>

export interface JobOutputState {
  /** The size of the trace in bytes. */
  readonly size: number
  /** The present artifacts. */
  readonly artifacts: ReadonlyArray<Pick<ArtifactData, 'type' | 'sha256'>>
  readonly erased: boolean
}

/** The commands of a job's output. */
export type JobOutputCommand =
  | { readonly type: 'AppendTrace'; readonly chunk: TraceChunk }
  | { readonly type: 'UploadArtifact'; readonly artifact: ArtifactData }
  | { readonly type: 'KeepArtifacts' }
  | { readonly type: 'DeleteArtifacts' }
  | { readonly type: 'Erase'; readonly userId: number; readonly at: Instant }

type Decision = E.Either<Rejection, ReadonlyArray<JobOutputEvent>>

const EMPTY: JobOutputState = { size: 0, artifacts: [], erased: false }

const append = (chunk: TraceChunk, state: JobOutputState): Decision =>
  chunk.offset === state.size ? E.right([{ type: 'TraceAppended', data: chunk }]) : refuse(conflict())

/** The same bytes may be uploaded again: a runner repeats an upload whose answer it did not receive. */
const upload = (artifact: ArtifactData, state: JobOutputState): Decision => {
  const there = state.artifacts.find(({ type }) => type === artifact.type)
  if (there === undefined) return E.right([{ type: 'ArtifactUploaded', data: artifact }])
  return there.sha256 === artifact.sha256
    ? E.right([])
    : refuse(refused('another artifact of the same type already exists'))
}

const decide = (command: JobOutputCommand, state: JobOutputState): Decision => {
  switch (command.type) {
    case 'AppendTrace':
      return append(command.chunk, state)
    case 'UploadArtifact':
      return upload(command.artifact, state)
    case 'KeepArtifacts':
      return E.right(state.artifacts.length === 0 ? [] : [{ type: 'ArtifactsKept', data: {} }])
    case 'DeleteArtifacts':
      return E.right(state.artifacts.length === 0 ? [] : [{ type: 'ArtifactsDeleted', data: {} }])
    case 'Erase':
      return state.erased
        ? refuse(denied('403 Forbidden - Job is not erasable!'))
        : E.right([{ type: 'JobErased', data: { userId: command.userId, at: command.at } }])
  }
}

/** The output of a job: its trace and its artifacts. It has the id of the job. */
export const jobOutput: Aggregate<JobOutputCommand, JobOutputEvent, JobOutputState> = {
  category: 'job_output',
  stateVersion: 2,
  events: outputEvents,
  initial: EMPTY,
  decide: (command) => (state) => decide(command, state),
  evolve: (state, event) => {
    switch (event.type) {
      case 'TraceAppended':
        return { ...state, size: event.data.offset + event.data.size }
      case 'ArtifactUploaded':
        return { ...state, artifacts: [...state.artifacts, { type: event.data.type, sha256: event.data.sha256 }] }
      case 'ArtifactsKept':
        return state
      case 'ArtifactsDeleted':
        return { ...state, artifacts: [] }
      case 'JobErased':
        return { size: 0, artifacts: [], erased: true }
    }
  },
}
