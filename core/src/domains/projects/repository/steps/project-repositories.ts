import type { Forge } from '../../../../app/forge.js'
import type { ProjectRepositories } from '../../project/project-repositories-port.js'
import { recordDownload } from '../use-cases/record-download.js'
import { forkRepository, removeRepository, writeFirstCommit } from './create-repository.js'

/** The repositories of projects, through the interface that the project domain declares. */
export const projectRepositoriesOf = (forge: () => Forge): ProjectRepositories => ({
  writeFirstCommit: (context, commit) => writeFirstCommit(forge(), context, commit),
  fork: (context, source, target) => forkRepository(forge(), context, source, target),
  remove: (context, projectId) => removeRepository(forge(), context, projectId),
  noteDownload: (caller, download) => recordDownload(forge(), caller, download),
})
