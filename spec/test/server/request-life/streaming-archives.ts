import * as programs from '@forgefold/spec/programs'
import { fetching } from './streaming-request.js'

/** Archives that bzip2 packs are there where the program is. */
export const BZIPPED = ['.tar.bz2', '.tbz', '.tbz2', '.tb2', '.bz2']
export const ENDINGS = ['', '.tar.gz', '.tgz', '.tar', '.zip', ...(programs.find('bzip2') === undefined ? [] : BZIPPED)]

/** Archives of a repository, those that are packed quickly first. */
export const archiveRequests = (at: string, smallId: number) => {
  // One archive shows what becomes of bzip2, which packs slowly; its other names need not pack as much.
  const repositoryOf = (ending: string): string =>
    BZIPPED.indexOf(ending) > 0 ? `/api/v4/projects/${smallId}/repository` : `${at}/repository`
  const archives = ENDINGS.map((ending) =>
    fetching(`/projects/:id/repository/archive${ending}`, `${repositoryOf(ending)}/archive${ending}`),
  )
  const quick = archives.filter((_, index) => !BZIPPED.includes(ENDINGS[index] as string))
  const slow = archives.filter((archive) => !quick.includes(archive))
  return { quick, slow }
}
