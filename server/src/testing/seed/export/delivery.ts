import type {
  SeedContent,
  SeedDeployment,
  SeedJobStatus,
  SeedPackage,
  SeedPipeline,
  SeedRelease,
  SeedStatus,
} from '../document.js'
import type { Authors } from './people.js'
import type { Refs } from './repository.js'
import { type Json, type SeedSource, textOf, withoutBlanks } from './source.js'

/** A project to export. */
export interface ReadProject {
  readonly path: string
  readonly url: string
  readonly by: Authors
  readonly main: string
  readonly refs: Refs
}

const ENDS: ReadonlyArray<unknown> = ['running', 'success', 'failed', 'canceled']
const DEPLOYED: ReadonlyArray<unknown> = ['created', 'running', 'success', 'failed', 'canceled']
const PLAIN: ReadonlyArray<unknown> = ['generic', 'helm', 'nuget', 'terraform_module']

const ascending = (things: ReadonlyArray<Json>) => [...things].sort((a, b) => Number(a['id']) - Number(b['id']))

const headOf = (refs: Refs, ref: unknown): string | undefined =>
  refs.get(`refs/heads/${ref}`) ?? refs.get(`refs/tags/${ref}`)

const refWord = (main: string, ref: unknown) => (ref === main ? {} : { ref: textOf(ref) })

const statusOf = (status: Json): SeedStatus =>
  withoutBlanks({
    name: textOf(status['name']),
    state: textOf(status['status']) as NonNullable<SeedStatus['state']>,
    description: textOf(status['description']),
    target_url: textOf(status['target_url']),
    ...(typeof status['coverage'] === 'number' ? { coverage: status['coverage'] } : {}),
  })

/** Pipelines at the heads of branches and tags: those that were requested, and those of external systems. A push creates its own. */
export const pipelinesOf = async (source: SeedSource, project: ReadProject): Promise<ReadonlyArray<SeedPipeline>> => {
  const { path, url, by, main, refs } = project
  const kept: Array<SeedPipeline> = []
  for (const { id, iid, ref, sha, source: cause } of ascending(await source.all(`${url}/pipelines`))) {
    const isAsked = cause === 'api' || cause === 'web'
    if ((!isAsked && cause !== 'external') || sha !== headOf(refs, ref)) {
      if (cause !== 'push') source.leftOut(`${path}: pipeline ${iid}`)
      continue
    }
    const whole = await source.find(`${url}/pipelines/${id}`)
    const words = { ...refWord(main, ref), ...by(whole?.['user']), ...source.at(whole?.['created_at']) }
    if (isAsked) {
      const jobs = ascending(await source.all(`${url}/pipelines/${id}/jobs`)).flatMap(({ name, status }) =>
        ENDS.includes(status) ? [[String(name), status as SeedJobStatus] as const] : [],
      )
      kept.push(withoutBlanks({ ...words, jobs: Object.fromEntries(jobs) }))
    } else {
      const named = `ref=${encodeURIComponent(String(ref))}`
      const statuses = ascending(await source.all(`${url}/repository/commits/${sha}/statuses?${named}`))
      kept.push(withoutBlanks({ ...words, statuses: statuses.map(statusOf) }))
    }
  }
  return kept
}

/** Deployments without a job, of commits that are reachable from branches or tags. */
export const deploymentsOf = async (
  source: SeedSource,
  { path, url, by, main, refs }: ReadProject,
): Promise<ReadonlyArray<SeedDeployment>> => {
  const kept: Array<SeedDeployment> = []
  for (const deployment of await source.all(`${url}/deployments?order_by=id&sort=asc`)) {
    const { iid, ref, sha, status, environment, deployable } = deployment
    const isReached = (await source.all(`${url}/repository/commits/${sha}/refs`)).length > 0
    if ((deployable ?? null) !== null || !DEPLOYED.includes(status) || !isReached) {
      source.leftOut(`${path}: deployment ${iid}`)
      continue
    }
    kept.push(
      withoutBlanks({
        environment: textOf((environment as Json)['name']),
        ...refWord(main, ref),
        ...(sha === headOf(refs, ref) ? {} : { sha: textOf(sha) }),
        ...by(deployment['user']),
        ...source.at(deployment['created_at']),
        status: status as NonNullable<SeedDeployment['status']>,
      }),
    )
  }
  return kept
}

export const releasesOf = async (
  source: SeedSource,
  { url, by, refs }: ReadProject,
): Promise<ReadonlyArray<SeedRelease>> => {
  const all = (await source.all(`${url}/releases?order_by=created_at&sort=asc`)).filter(({ tag_name }) =>
    refs.has(`refs/tags/${tag_name}`),
  )
  return all.map((release) =>
    withoutBlanks({
      tag: textOf(release['tag_name']),
      ...by(release['author']),
      ...source.at(release['created_at']),
      name: textOf(release['name']),
      description: textOf(release['description']),
    }),
  )
}

/** Text if the bytes are text, otherwise Base64. */
const contentOf = (bytes: Buffer): SeedContent => {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') }
}

/** Packages of plain files. */
export const packagesOf = async (
  source: SeedSource,
  { path, url }: ReadProject,
): Promise<ReadonlyArray<SeedPackage>> => {
  const kept: Array<SeedPackage> = []
  for (const { id, name, version, package_type } of ascending(await source.all(`${url}/packages`))) {
    if (!PLAIN.includes(package_type)) {
      source.leftOut(`${path}: the package ${name} (${package_type})`)
      continue
    }
    const base = `${url}/packages/${package_type}/${encodeURIComponent(String(name))}/${encodeURIComponent(String(version))}`
    const files: Record<string, SeedContent> = {}
    for (const { file_name } of await source.all(`${url}/packages/${id}/package_files`))
      files[String(file_name)] = contentOf(await source.bytes(`${base}/${encodeURIComponent(String(file_name))}`))
    const type = package_type === 'generic' ? {} : { type: package_type as NonNullable<SeedPackage['type']> }
    kept.push({ name: String(name), version: String(version), ...type, files })
  }
  return kept
}
