import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import type { ObjectId } from '../../../../ports/git.js'
import { releaseHas } from '../../../../releases/index.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { CiConfig, CiDialect } from '../ci/config.js'
import { readCiConfig } from '../ci/read-config.js'

const DEFAULT_PATH = '.gitlab-ci.yml'

/** Longer than this nobody writes a CI file by hand, and nobody wants to parse it. */
const LONGEST_FILE = 1024 * 1024

/** What a commit says of CI. */
export type FoundConfig =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly errors: ReadonlyArray<string> }
  | { readonly kind: 'found'; readonly config: CiConfig }

/** What the release lets CI files say (docs/reference/behaviour/delivery.md#ci-files). */
export const dialectOf = (release: string): CiDialect => ({
  acceptsTypes: releaseHas('ci.types_keyword', release),
  longestJobName: releaseHas('ci.long_job_names', release) ? undefined : 255,
  acceptsCobertura: releaseHas('ci.artifacts_reports_cobertura', release),
})

const bytesOf = async (content: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const chunk of content) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** Reads the CI file of a commit. */
export const findCiConfig = async (forge: Forge, project: ProjectRow, sha: ObjectId): Promise<FoundConfig> => {
  const path = project.ciConfigPath ?? ''
  const file = await forge.git.of(project.id).file(sha, path === '' ? DEFAULT_PATH : path)
  if (file === undefined) return { kind: 'none' }
  if (file.size > LONGEST_FILE) return { kind: 'broken', errors: ['The CI file is too large'] }
  const parsed = forge.ciFiles.parse(await bytesOf(file.content(), file.size))
  if (!parsed.ok) return { kind: 'broken', errors: [parsed.error] }
  const config = readCiConfig(parsed.value, dialectOf(forge.instance.release))
  return E.isLeft(config) ? { kind: 'broken', errors: config.left } : { kind: 'found', config: config.right }
}
