import { shown } from '../../embedding/known-names.js'
import type { SeedDeployment, SeedJobStatus, SeedPackage, SeedPipeline } from './document.js'
import type { SeedPath } from './seed-refused.js'
import type { SeededProject } from './seed-target.js'
import type { SeedWriter } from './seed-writer.js'

const shaOf = async (writer: SeedWriter, place: SeedPath, as: string, url: string, ref: string): Promise<unknown> =>
  (await writer.send(place, as, 'GET', `${url}/repository/commits/${encodeURIComponent(ref)}`))['id']

/** Takes a job as a runner does and reports its final status. */
const settleJob = async (
  writer: SeedWriter,
  place: SeedPath,
  { url, owner }: SeededProject,
  pipeline: string,
  [name, status]: readonly [string, SeedJobStatus],
) => {
  const jobs = await writer.all(place, owner, `${url}/pipelines/${pipeline}/jobs`)
  const job = jobs.find((one) => one['name'] === name)
  if (job === undefined)
    writer.refuse(place, `there is no job ${shown(name)}; there are ${jobs.map((one) => one['name']).join(', ')}`)
  const at = `${url}/jobs/${job['id']}`
  if (job['status'] === 'manual') await writer.send(place, owner, 'POST', `${at}/play`)
  await writer.until(place, owner, at, (now) => now['status'] === 'pending')
  await writer.send(place, owner, 'PUT', at, { status: 'running' })
  if (status !== 'running') await writer.send(place, owner, 'PUT', at, { status })
}

/** Creates a pipeline of the CI file, reports commit statuses of other systems, or both. */
export const writePipeline = async (
  writer: SeedWriter,
  project: SeededProject,
  place: SeedPath,
  pipeline: SeedPipeline,
): Promise<void> => {
  const { url, owner, branch } = project
  const { ref = branch, author = owner, variables = {}, jobs, statuses = [] } = pipeline
  if (jobs !== undefined || statuses.length === 0) {
    const given = Object.entries(variables).map(([key, value]) => ({ key, value }))
    const made = await writer.send(place, author, 'POST', `${url}/pipeline`, { ref, variables: given })
    for (const one of Object.entries(jobs ?? {}))
      await settleJob(writer, [...place, 'jobs', one[0]], project, String(made['id']), one)
  }
  if (statuses.length === 0) return
  const sha = await shaOf(writer, place, author, url, ref)
  for (const [index, { state = 'success', ...status }] of statuses.entries())
    await writer.send([...place, 'statuses', index], author, 'POST', `${url}/statuses/${sha}`, {
      ref,
      state,
      ...status,
    })
}

export const writeDeployment = async (
  writer: SeedWriter,
  { url, owner, branch }: SeededProject,
  place: SeedPath,
  deployment: SeedDeployment,
): Promise<void> => {
  const { environment, ref = branch, tag = false, status = 'success', author = owner } = deployment
  const sha = deployment.sha ?? (await shaOf(writer, place, author, url, ref))
  await writer.send(place, author, 'POST', `${url}/deployments`, { environment, ref, sha, tag, status })
}

/** Uploads each file of a package. */
export const writePackage = async (
  writer: SeedWriter,
  { url, owner }: SeededProject,
  place: SeedPath,
  { type = 'generic', name, version, files, author = owner }: SeedPackage,
): Promise<void> => {
  const base = `${url}/packages/${type}/${encodeURIComponent(name)}/${encodeURIComponent(version)}`
  for (const [file, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64')
    await writer.upload([...place, 'files', file], author, `${base}/${encodeURIComponent(file)}`, bytes)
  }
}
