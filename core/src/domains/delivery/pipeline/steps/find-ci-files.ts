import { bytesOf } from '../../../../app/bytes.js'
import type { Forge } from '../../../../app/forge.js'
import { isObjectId, type ObjectId } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { CiFileCopy } from '../events.js'
import type { PipelineRow } from '../queries.js'

const DEFAULT_PATH = '.gitlab-ci.yml'

/** Larger CI files are not parsed. */
export const MAX_FILE_BYTES = 1024 * 1024

/** Said of larger files. */
export const TOO_LARGE = 'The CI file is too large'

/** A file of a commit; undefined where there is none, a sentence where it is too large. */
export const fileOfCommit = async (
  forge: Forge,
  projectId: number,
  sha: ObjectId,
  path: string,
): Promise<Uint8Array | string | undefined> => {
  const file = await forge.git.of(projectId).file(sha, path)
  if (file === undefined) return undefined
  return file.size > MAX_FILE_BYTES ? TOO_LARGE : bytesOf(file.content(), file.size)
}

/** The CI file of a commit; undefined where there is none, a sentence where it is too large. */
export const findCiFile = async (
  forge: Forge,
  { id, ciConfigPath }: Pick<ProjectRow, 'id' | 'ciConfigPath'>,
  sha: ObjectId,
): Promise<ReadonlyArray<Uint8Array> | string | undefined> => {
  const path = ciConfigPath === null || ciConfigPath === '' ? DEFAULT_PATH : ciConfigPath
  const file = await fileOfCommit(forge, id, sha, path)
  return file === undefined || typeof file === 'string' ? file : [file]
}

const copyOf = async ({ blobs }: Forge, { sha256, size }: CiFileCopy): Promise<Uint8Array | undefined> => {
  const content = await blobs.get(sha256)
  return content === undefined ? undefined : bytesOf(content, size)
}

/** The CI files with which a pipeline was created; undefined where one of them is gone. */
export const ciFilesOf = async (
  forge: Forge,
  project: Pick<ProjectRow, 'id' | 'ciConfigPath'>,
  { sha, sourceSha, files, copies }: Pick<PipelineRow, 'sha' | 'sourceSha' | 'files' | 'copies'>,
): Promise<ReadonlyArray<Uint8Array> | undefined> => {
  const commit = sourceSha ?? sha
  if (!isObjectId(commit)) return undefined
  const found: Array<Uint8Array | string | undefined> = []
  if (copies !== null) for (const copy of copies) found.push(await copyOf(forge, copy))
  else if (files !== null) for (const path of files) found.push(await fileOfCommit(forge, project.id, commit, path))
  else {
    const own = await findCiFile(forge, project, commit)
    return typeof own === 'string' ? undefined : own
  }
  return found.every((file) => typeof file === 'object') ? found : undefined
}
