import { appendRunnerTrace, findRunnerJob, type RunnerJob } from '@forgefold/core/domains/delivery/runner'
import { badParameters, type Rejection, refuse, tooLarge } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  BodyTooLarge,
  type Context,
  type Header,
  integer,
  reject,
  required,
  route,
} from '../../../../http/index.js'
import { withTokenGuessLimit } from '../../../../limits/guessed-token.js'
import { callerOf } from '../../path-ids.js'

/** Seconds after which a runner sends the next piece of a trace. */
export const INTERVAL = '3'

export const headersOf = ({ job }: RunnerJob): ReadonlyArray<Header> => [['Job-Status', job.status]]

export const notRunning = (own: RunnerJob): Answer =>
  answer({ status: 403, json: { message: '403 Forbidden - Job is not running' }, headers: headersOf(own) })

export const nothing = { description: 'The job runs no more' }

const MEBIBYTE = 1024 * 1024
const RANGE = /^(\d{1,12})-(\d{1,12})$/

/** Bytes; runners send a trace in much smaller pieces. */
const LONGEST_PIECE = 10 * MEBIBYTE

/** A piece in memory. Rejections: `TooLarge`, at once. */
const pieceIn = async ({ request }: Context): Promise<E.Either<Rejection, Uint8Array>> => {
  try {
    return E.right(await request.body.bytes(LONGEST_PIECE))
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse(tooLarge)
    throw error
  }
}

/** Adds to the trace of a job (docs/reference/behaviour/delivery.md#runner-protocol). */
export const trace = route({
  method: 'PATCH',
  path: '/jobs/:id/trace',
  area: 'Runners',
  summary: 'Add to the trace of a job, as its runner',
  caller: 'anyone',
  streamsBody: true,
  bodyLimit: LONGEST_PIECE,
  before: (context, raw) => {
    const token = context.request.headers.get('job-token') ?? ''
    return withTokenGuessLimit(context, token, () =>
      findRunnerJob(context.forge, callerOf(context), { id: Number(raw['id']), token }),
    )
  },
  params: { id: required(integer(), 'The number of the job') },
  success: {
    status: 202,
    mediaType: 'text/plain',
    description: 'Taken',
    others: { 403: nothing, 416: { description: 'The piece does not begin at the end of the trace' } },
  },
  handler: async (context, { id: job }) => {
    const { headers } = context.request
    const [, from] = RANGE.exec(headers.get('content-range') ?? '') ?? []
    if (from === undefined) return reject(badParameters('Missing header Content-Range'))
    const bytes = await pieceIn(context)
    if (E.isLeft(bytes)) return bytes
    const piece = { id: job, token: headers.get('job-token') ?? '', offset: Number(from), bytes: bytes.right }
    const done = await appendRunnerTrace(context.forge, callerOf(context), piece)
    if (E.isLeft(done)) return done
    if (!done.right.runs) return notRunning(done.right)
    const { size, fits } = done.right
    const responseHeaders: ReadonlyArray<Header> = [...headersOf(done.right), ['Range', `0-${size}`]]
    if (!fits)
      return answer({
        status: 416,
        raw: { contentType: 'text/plain', body: '416 Range Not Satisfiable' },
        headers: responseHeaders,
      })
    const accepted: ReadonlyArray<Header> = [...responseHeaders, ['X-GitLab-Trace-Update-Interval', INTERVAL]]
    return answer({ status: 202, raw: { contentType: 'text/plain', body: '202' }, headers: accepted })
  },
})
