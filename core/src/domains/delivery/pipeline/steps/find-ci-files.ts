import { bytesOf } from '../../../../app/bytes.js'
import type { Forge } from '../../../../app/forge.js'
import type { ObjectId } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'

const DEFAULT_PATH = '.gitlab-ci.yml'

/** Larger CI files are not parsed. */
const MAX_FILE_BYTES = 1024 * 1024

/** The CI file of a commit, or the files of a child pipeline; undefined where one of them is missing. */
export const findCiFiles = async (
  forge: Forge,
  project: ProjectRow,
  sha: ObjectId,
  paths: ReadonlyArray<string> = [
    project.ciConfigPath === null || project.ciConfigPath === '' ? DEFAULT_PATH : project.ciConfigPath,
  ],
): Promise<ReadonlyArray<Uint8Array> | 'too large' | undefined> => {
  const contents: Array<Uint8Array> = []
  for (const path of paths) {
    const file = await forge.git.of(project.id).file(sha, path)
    if (file === undefined) return undefined
    if (file.size > MAX_FILE_BYTES) return 'too large'
    contents.push(await bytesOf(file.content(), file.size))
  }
  return contents.length === 0 ? undefined : contents
}
