import type { DiffPosition, RangeEnd } from '@forgefold/core/domains/conversation/discussion'
import { failure, integer, object, oneOf, optional, type ParamType, required, string } from '../../../../http/index.js'
import { revision } from '../../revision.js'

/** Longer than any path in git's index. */
const MAX_LENGTH = 4096

const text = (pattern: RegExp, plain = string()): ParamType<string> => {
  return {
    ...plain,
    coerce: (raw, name) => {
      const read = plain.coerce(raw, name)
      return read.ok && !pattern.test(read.value) ? failure('is invalid') : read
    },
  }
}

const path = text(new RegExp(`^.{0,${MAX_LENGTH}}$`, 's'))
/** A text of at most the length of a commit id. */
export const sha = text(/^.{0,64}$/s, revision)

const rangeEnd = object({
  line_code: optional(text(/^[0-9a-f]{40}_\d{1,9}_\d{1,9}$/), 'SHA-1 of the path, old line, new line'),
  type: optional(text(/^[a-z]{1,20}$/), 'Which side: new or old'),
  old_line: optional(integer(), 'Its number before the change'),
  new_line: optional(integer(), 'Its number after the change'),
})

/** The `position` parameter of discussions of merge requests. */
export const diffPosition = object({
  base_sha: required(sha, 'The merge base of the diff'),
  start_sha: required(sha, 'The head of the target branch'),
  head_sha: required(sha, 'The head of the source branch'),
  position_type: required(oneOf(['text', 'image']), 'What is looked at'),
  new_path: optional(path, 'The file after the change'),
  new_line: optional(integer(), 'The line after the change'),
  old_path: optional(path, 'The file before the change'),
  old_line: optional(integer(), 'The line before the change'),
  width: optional(integer(), 'Width of the image in pixels'),
  height: optional(integer(), 'Height of the image in pixels'),
  x: optional(integer(), 'Pixels from the left'),
  y: optional(integer(), 'Pixels from the top'),
  line_range: optional(
    object({ start: optional(rangeEnd, 'The first line'), end: optional(rangeEnd, 'The last line') }),
    'Several lines',
  ),
})

type Given = typeof diffPosition extends ParamType<infer A> ? A : never
type GivenEnd = typeof rangeEnd extends ParamType<infer A> ? A : never

const endOf = (end: GivenEnd): RangeEnd => ({
  lineCode: end.line_code ?? null,
  type: end.type ?? null,
  oldLine: end.old_line ?? null,
  newLine: end.new_line ?? null,
})

const rangeOf = (range: Given['line_range']): DiffPosition['lineRange'] =>
  range?.start === undefined || range.end === undefined ? null : { start: endOf(range.start), end: endOf(range.end) }

/** A position as events hold it. */
export const positionOf = (given: Given): DiffPosition => {
  const { position_type: type, width = null, height = null, x = null, y = null } = given
  const isText = type === 'text'
  return {
    type,
    baseSha: given.base_sha,
    startSha: given.start_sha,
    headSha: given.head_sha,
    oldPath: given.old_path ?? null,
    newPath: given.new_path ?? null,
    oldLine: isText ? (given.old_line ?? null) : null,
    newLine: isText ? (given.new_line ?? null) : null,
    lineRange: isText ? rangeOf(given.line_range) : null,
    point: isText ? null : { width, height, x, y },
  }
}
