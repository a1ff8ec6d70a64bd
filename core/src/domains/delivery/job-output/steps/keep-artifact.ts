import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { type Rejection, refuse, refused, tooLarge } from '../../../../kernel/index.js'
import type { JobRow } from '../../pipeline/queries.js'
import { jobOutput } from '../aggregate.js'
import { artifactExpiry, artifactSizeLimit } from '../artifact-rules.js'
import { readDotenv } from './read-dotenv.js'

/** A new artifact, as the runner describes it. */
export interface NewArtifact {
  readonly type: string
  readonly format: string
  readonly name: string
  /** A duration as CI files write it, or `never`. */
  readonly expireIn: string | undefined
}

/** A file whose bytes have been written. */
export interface WrittenArtifact {
  readonly sha256: string
  readonly size: number
}

/** Writes the bytes of an artifact, to which no event refers yet. Rejections: `TooLarge` (above `max_artifacts_size`). */
export const writeArtifact = async (
  forge: Forge,
  content: AsyncIterable<Uint8Array>,
): Promise<E.Either<Rejection, WrittenArtifact>> => {
  const written = await forge.packageFiles.put(content, artifactSizeLimit(forge.settings.current()))
  return written.kind === 'TooLarge' ? refuse(tooLarge) : E.right(written.digest)
}

/** Records an uploaded artifact. Rejections: `Refused` (`expire_in` is no duration; another file of the type; a malformed dotenv report). */
export const keepArtifact = async (
  forge: Forge,
  context: CommandContext,
  job: JobRow,
  { expireIn, ...given }: NewArtifact & WrittenArtifact,
): Promise<E.Either<Rejection, unknown>> => {
  const expireAt = artifactExpiry(expireIn, forge.settings.current(), context.at)
  if (expireAt === undefined) return refuse(refused('expire_in is invalid'))
  const { type, format, name, sha256, size } = given
  const variables = type === 'dotenv' ? await readDotenv(forge, given) : E.right([])
  if (E.isLeft(variables)) return variables
  const along = variables.right.length === 0 ? {} : { variables: variables.right }
  const artifact = { type, format, name, sha256, size, expireAt, ...along }
  return forge.aggregates.execute(jobOutput, job.id, { type: 'UploadArtifact', artifact }, context)
}
