import {
  findDependency,
  findRunnerJob,
  keepRunnerArtifact,
  readDependency,
  writeRunnerArtifact,
} from '@forgefold/core/domains/delivery/runner'
import { badParameters, forbidden, type Rejection, refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  created,
  integer,
  MalformedForm,
  oneOf,
  optional,
  type Route,
  readForm,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { withTokenGuessLimit } from '../../../../limits/guessed-token.js'
import { callerOf } from '../../path-ids.js'
import { integer as number } from '../../shape.js'
import { archiveAnswer } from '../jobs/artifact-answer.js'

const area = 'Runners'
const path = '/jobs/:id/artifacts'
const GIBIBYTE = 1024 * 1024 * 1024
const LIMITS = { files: 2, fields: 50, parts: 60, fieldSize: 64 * 1024 }

/** The types of artifacts; any other is refused as a parameter. */
const TYPES = [
  ...['archive', 'metadata', 'trace', 'metrics', 'metrics_referee', 'network_referee', 'junit', 'cobertura', 'dotenv'],
  ...['cluster_applications', 'lsif', 'codequality', 'sast', 'secret_detection', 'dependency_scanning'],
  ...['container_scanning', 'cluster_image_scanning', 'dast', 'license_scanning', 'performance', 'browser_performance'],
  ...['load_performance', 'terraform', 'requirements', 'coverage_fuzzing', 'api_fuzzing', 'accessibility'],
  ...['cyclonedx', 'annotations', 'requirements_v2'],
] as const

const params = {
  id: required(integer(), 'The number of the job'),
  token: optional(string(), 'The token of the job, instead of the header `JOB-TOKEN`'),
}

const tokenIn = ({ request }: Context): string =>
  request.headers.get('job-token') ?? new URLSearchParams(request.query).get('token') ?? ''

interface Taken {
  readonly name: string
  readonly sha256: string
  readonly size: number
}

/** Writes the form's file while it arrives. */
const written = async (context: Context, id: number): Promise<E.Either<Rejection, Taken>> => {
  const { forge, request } = context
  let taken: E.Either<Rejection, Taken> = refuse(badParameters('file is missing'))
  try {
    await readForm(request.body.stream(), request.headers.get('content-type') ?? '', LIMITS, {
      field: () => undefined,
      file: async ({ name, filename, content }) => {
        if (name !== 'file') return
        const done = await writeRunnerArtifact(forge, callerOf(context), { id, token: tokenIn(context), content })
        taken = E.isLeft(done) ? done : E.right({ ...done.right, name: filename === '' ? 'artifacts.zip' : filename })
      },
    })
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error
    return E.isLeft(taken) && taken.left.kind === 'TooLarge' ? taken : refuse(refused('The form could not be read'))
  }
  return taken
}

/** Routes by which runners upload and download artifacts (docs/reference/behaviour/delivery.md#traces-and-artifacts). */
export const runnerArtifactRoutes: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path,
    area,
    summary: 'Hand over a file that a job leaves behind, as its runner',
    caller: 'anyone',
    streamsBody: true,
    bodyLimit: GIBIBYTE,
    before: (context, raw) =>
      withTokenGuessLimit(context, tokenIn(context), () => {
        const own = findRunnerJob(context.forge, callerOf(context), { id: Number(raw['id']), token: tokenIn(context) })
        if (E.isLeft(own)) return own
        return own.right.status === 'running' ? own : refuse(forbidden('Job is not running'))
      }),
    params: {
      ...params,
      artifact_type: withDefault(oneOf(TYPES), 'archive', 'What it is'),
      artifact_format: withDefault(oneOf(['raw', 'zip', 'gzip']), 'zip', 'How it is packed'),
      expire_in: optional(string(), 'How long it is kept; else what the instance says'),
    },
    success: { status: 201, description: 'Taken', schemaFor: number },
    handler: async (context, { id, artifact_type: type, artifact_format: format, expire_in: expireIn }) => {
      const taken = await written(context, id)
      if (E.isLeft(taken)) return taken
      const artifact = { id, token: tokenIn(context), type, format, expireIn, ...taken.right }
      const kept = await keepRunnerArtifact(context.forge, callerOf(context), artifact)
      if (E.isLeft(kept)) return kept
      return kept.right.runs ? created(201) : refuse(forbidden('Job is not running'))
    },
  }),
  route({
    method: 'GET',
    path,
    area,
    summary: 'Fetch the archive of a job before, as a runner',
    caller: 'anyone',
    before: (context, raw) =>
      withTokenGuessLimit(context, tokenIn(context), () =>
        findDependency(context.forge, callerOf(context), { id: Number(raw['id']), token: tokenIn(context) }),
      ),
    params: {
      ...params,
      direct_download: optional(boolean(), 'Whether a redirect to a store would do; there is none'),
    },
    success: { status: 200, mediaType: 'application/octet-stream', description: 'The archive' },
    handler: async (context, { id }) =>
      archiveAnswer(await readDependency(context.forge, callerOf(context), { id, token: tokenIn(context) })),
  }),
]
