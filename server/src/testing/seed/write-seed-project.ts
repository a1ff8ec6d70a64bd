import type { SeedProject } from './document.js'
import type { SeedPath } from './seed-refused.js'
import type { SeededProject } from './seed-target.js'
import type { SeedWriter } from './seed-writer.js'
import { writeDeployment, writePackage, writePipeline } from './write-seed-delivery.js'
import { writeIssue, writeLabel, writeMilestone } from './write-seed-planning.js'
import { writeSeedRepository } from './write-seed-repository.js'
import { writeApprovalRules, writeMergeRequest } from './write-seed-review.js'

/** Writes the contents of a project. */
export const writeSeedProject = async (writer: SeedWriter, empty: SeededProject, seed: SeedProject): Promise<void> => {
  const { place, owner, url } = empty
  const there = (...more: SeedPath): SeedPath => [...place, ...more]
  const project = await writeSeedRepository(writer, empty, seed)
  const inTurn = <A>(
    word: keyof SeedProject & string,
    things: ReadonlyArray<A> | undefined,
    write: (writer: SeedWriter, project: SeededProject, place: SeedPath, thing: A) => Promise<void>,
  ) => writer.inTurn(there(word), things, (thing, at) => write(writer, project, at, thing))
  await inTurn('labels', seed.labels, writeLabel)
  await inTurn('milestones', seed.milestones, writeMilestone)
  for (const [key, value] of Object.entries(seed.variables ?? {}))
    await writer.send(there('variables', key), owner, 'POST', `${url}/variables`, { key, value })
  await writeApprovalRules(writer, place, owner, url, seed.approval_rules)
  await inTurn('issues', seed.issues, writeIssue)
  await inTurn('merge_requests', seed.merge_requests, writeMergeRequest)
  await inTurn('pipelines', seed.pipelines, writePipeline)
  await inTurn('deployments', seed.deployments, writeDeployment)
  await writer.inTurn(there('releases'), seed.releases, ({ tag, ref = project.branch, author, at: _, ...about }, at) =>
    writer.send(at, author ?? owner, 'POST', `${url}/releases`, { tag_name: tag, ref, ...about }),
  )
  await inTurn('packages', seed.packages, writePackage)
}
