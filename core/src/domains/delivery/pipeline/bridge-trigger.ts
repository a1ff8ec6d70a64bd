import * as t from 'io-ts'
import { list, nullable, oneOf, safeInteger, union } from '../../../kernel/codecs.js'

export const PIPELINE_VARIABLE_TYPES = ['env_var', 'file'] as const

/** A variable that the user sets; the value is sealed. */
export const variable = t.type({ key: t.string, value: t.string, type: oneOf(PIPELINE_VARIABLE_TYPES) })
export type PipelineVariable = Readonly<t.TypeOf<typeof variable>>

/** A file of a child pipeline, from its own commit or from elsewhere. */
const fileSource = union([
  t.string,
  t.type({ from: oneOf(['project']), project: t.string, ref: nullable(t.string), path: t.string }),
  t.type({ from: oneOf(['artifact']), job: t.string, path: t.string }),
  t.type({ from: oneOf(['template']), name: t.string }),
  t.type({ from: oneOf(['remote']), url: t.string }),
])

const inRequest = { id: safeInteger, iid: safeInteger, sourceBranch: t.string, targetBranch: t.string }
const mergeRequest = t.intersection([
  t.type({ ...inRequest, title: t.string, labels: list(t.string) }),
  /** The commit with which its changes are compared. */
  t.partial({ diffBase: t.string }),
])

/** What a bridge starts: a pipeline of another project, or a child pipeline. */
export const trigger = t.intersection([
  t.type({
    /** The path of the other project, expanded; null for a child pipeline. */
    project: nullable(t.string),
    /** Null: the default branch. */
    branch: nullable(t.string),
    /** The files of a child pipeline, where all of them are of its own commit. */
    files: list(t.string),
    /** The bridge has the status of the pipeline that it starts. */
    depends: t.boolean,
    forwardsPipelineVariables: t.boolean,
    /** The variables of the CI file that it forwards; values are sealed. */
    variables: list(variable),
  }),
  t.partial({
    /** The files of a child pipeline, where one of them is from elsewhere. */
    include: list(fileSource),
    /** The merge request of a child pipeline. */
    mergeRequest,
  }),
])
export type BridgeTrigger = Readonly<t.TypeOf<typeof trigger>>
