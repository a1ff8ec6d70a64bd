import { packagesFor } from '@forgefold/core/domains/packages/package'
import { projectFor } from '@forgefold/core/domains/projects/project'
import { BEFORE_FIRST_RELEASE, lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import type { Context } from '../../../../http/index.js'
import type { PackageView } from './presenter.js'

/** The part of the documentation that packages belong to. */
export const area = 'Packages'

/** Where the packages of a project are. */
export const LIST = '/projects/:id/packages'

/** The lifespan of job tokens for packages. */
export const jobToken = lifespanOf('packages.job_token').since ?? BEFORE_FIRST_RELEASE

/** Whether the caller may read the packages of the project in the path. */
export const atProject = ({ forge, principal }: Context, raw: Readonly<Record<string, string>>) =>
  packagesFor(forge, principal, raw['id'] ?? '', 'read_package')

/** Caches the result for each project. */
const askedOnce = (ask: (projectId: number) => boolean): ((projectId: number) => boolean) => {
  const known = new Map<number, boolean>()
  return (project) => {
    const answered = known.get(project)
    if (answered !== undefined) return answered
    const may = ask(project)
    known.set(project, may)
    return may
  }
}

/** The parts of a request that presenters use. */
export const viewFor = ({ forge, baseUrl, principal }: Context): PackageView => ({
  forge,
  baseUrl,
  mayDestroy: askedOnce((id) => E.isRight(packagesFor(forge, principal, id, 'destroy_package'))),
  mayReadPipelines: askedOnce((id) => E.isRight(projectFor(forge, principal, id, 'read_pipeline'))),
})
