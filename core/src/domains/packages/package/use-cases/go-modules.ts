import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { AsyncQuery, Forge } from '../../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import type { BlobHandle, Commit, Repository } from '../../../../ports/git.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import { tagRef } from '../../../projects/repository/refs.js'
import { compareSemver, V_SEMVER } from '../semver.js'
import { authorizeRegistry } from './fetch.js'

/** A Go module: a project whose tags are its versions. */
export interface GoModuleRef {
  readonly project: ProjectRef
  /** `forge.example/group/project`, from the second major version on with `/v2`; capital letters as `!a`. */
  readonly module: string
}

/** Capital letters are escaped as an exclamation mark and the small letter (Go modules reference, "Module paths"). */
const unescaped = (text: string): string => text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The prefixes of modules of a host: its name, with and without the port. */
const hostsOf = (externalUrl: string): ReadonlyArray<string> => {
  const address = externalUrl.replace(/^[a-z]+:\/\//, '').replace(/\/$/, '')
  return [address, address.replace(/:\d+/, '')]
}

interface GoModule {
  readonly path: string
  readonly git: Repository
  /** Whether a version belongs to the module path. */
  readonly has: (version: string) => boolean
}

const MAJOR = /\/v([2-9]|[1-9]\d{1,8})$/

/** Whether a version belongs to a module path: `v0` and `v1` to one without a suffix, `v2` to one with `/v2`. */
const belongs = (path: string): ((version: string) => boolean) => {
  const suffix = MAJOR.exec(path)?.[1]
  const majors = suffix === undefined ? ['0', '1'] : [suffix]
  return (version) => V_SEMVER.test(version) && majors.includes(version.slice(1, version.indexOf('.')))
}

const moduleOf = async (
  forge: Forge,
  principal: Principal,
  { project: ref, module }: GoModuleRef,
): Promise<E.Either<Rejection, GoModule>> => {
  const access = authorizeRegistry(forge, { principal }, { project: ref, type: 'golang', ability: 'read_package' })
  if (E.isLeft(access)) return access
  const { project } = access.right
  const path = unescaped(module)
  const own = hostsOf(forge.instance.externalUrl).map((host) => `${host}/${project.fullPath}`)
  const isOwn = own.includes(path.replace(MAJOR, ''))
  if (!isOwn || !(await forge.git.exists(project.id))) return refuse(notFound())
  return E.right({ path, git: forge.git.of(project.id), has: belongs(path) })
}

const TAGS = tagRef('')

/** The tagged versions of a Go module, oldest first (docs/reference/behaviour/packages.md#go). Rejections: as `authorizeRegistry`; `NotFound`. */
export const listGoVersions: AsyncQuery<GoModuleRef, ReadonlyArray<string>> = async (forge, { principal }, input) => {
  const found = await moduleOf(forge, principal, input)
  if (E.isLeft(found)) return found
  const { git, has } = found.right
  const names = (await git.refs(TAGS)).filter(({ commit }) => commit !== undefined).map(({ name }) => name)
  return E.right(
    names
      .map((name) => name.slice(TAGS.length))
      .filter(has)
      .sort((a, b) => compareSemver(a.slice(1), b.slice(1))),
  )
}

/** A version of a Go module, ready to be served. */
export interface GoVersion {
  readonly module: string
  readonly version: string
  readonly commit: Commit
  readonly manifest: BlobHandle
  readonly git: Repository
}

/** A tagged version of a Go module; `version` with capital letters as `!a`. Rejections: as `authorizeRegistry`; `NotFound` also where the tag has no `go.mod`. */
export const findGoVersion: AsyncQuery<GoModuleRef & { readonly version: string }, GoVersion> = async (
  forge,
  { principal },
  input,
) => {
  const found = await moduleOf(forge, principal, input)
  if (E.isLeft(found)) return found
  const { path, git, has } = found.right
  const version = unescaped(input.version)
  const id = has(version) ? await git.resolve(tagRef(version)) : undefined
  const commit = id === undefined ? undefined : await git.commit(id)
  const manifest = id === undefined ? undefined : await git.file(id, 'go.mod')
  return commit === undefined || manifest === undefined
    ? refuse(notFound())
    : E.right({ module: path, version, commit, manifest, git })
}
