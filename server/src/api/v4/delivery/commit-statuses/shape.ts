import { userCardShape } from '../../identity/users/shape.js'
import { ciStatus } from '../../projects/repository/pipeline-shape.js'
import { boolean, instant, integer, maybe, number, record, type Shape, text } from '../../shape.js'

/** A job as a status of its commit. */
export const commitStatusShape: Shape = record('CommitStatus', {
  id: integer,
  sha: text,
  ref: text,
  status: ciStatus,
  name: text,
  target_url: maybe(text),
  description: maybe(text),
  created_at: instant,
  started_at: maybe(instant),
  finished_at: maybe(instant),
  allow_failure: boolean,
  coverage: maybe(number),
  author: maybe(userCardShape),
})
