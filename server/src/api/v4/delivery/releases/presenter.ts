import { type Forge, wholeText } from '@forgefold/core/app'
import type { ReleaseContext, ReleaseEvidence, ReleaseLink, ReleaseRow } from '@forgefold/core/domains/delivery/release'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { userSummary } from '../../identity/users/presenter.js'
import { presentMilestoneRow } from '../../planning/milestones/presenter.js'
import { presentCommit } from '../../projects/repository/commit-presenter.js'

const FORMATS = ['zip', 'tar.gz', 'tar.bz2', 'tar'] as const

const siteOf = (forge: Forge, project: ProjectRow): string => `${forge.instance.externalUrl}/${project.fullPath}`

const selfOf = (forge: Forge, project: ProjectRow, tag: string): string =>
  `${siteOf(forge, project)}/-/releases/${encodeURIComponent(tag)}`

/** A link of a release (docs/reference/behaviour/delivery.md#releases). */
export const presentReleaseLink = (forge: Forge, project: ProjectRow, tag: string, link: ReleaseLink) => ({
  id: link.id,
  name: link.name,
  url: link.url,
  direct_asset_url: link.path === null ? link.url : `${selfOf(forge, project, tag)}/downloads${link.path}`,
  external: !link.url.startsWith(`${forge.instance.externalUrl}/`),
  link_type: link.type,
})

/** An evidence of a release (docs/reference/behaviour/delivery.md#evidence-of-releases). */
const presentEvidence = (forge: Forge, project: ProjectRow, tag: string, evidence: ReleaseEvidence) => ({
  sha: evidence.sha256,
  filepath: `${selfOf(forge, project, tag)}/evidences/${evidence.number}.json`,
  collected_at: evidence.collectedAt,
})

/** Archives of a release. */
export const sourcesOf = (forge: Forge, project: ProjectRow, tag: string) =>
  FORMATS.map((format) => {
    const file = `${project.path}-${tag.replaceAll('/', '-')}.${format}`
    return { format, url: `${siteOf(forge, project)}/-/archive/${encodeURI(tag)}/${encodeURIComponent(file)}` }
  })

const linksOf = (forge: Forge, project: ProjectRow, tag: string) => {
  const site = siteOf(forge, project)
  const query = (state: string): string =>
    `${new URLSearchParams([
      ['release_tag', tag],
      ['scope', 'all'],
      ['state', state],
    ])}`
  return {
    closed_issues_url: `${site}/-/issues?${query('closed')}`,
    closed_merge_requests_url: `${site}/-/merge_requests?${query('closed')}`,
    edit_url: `${selfOf(forge, project, tag)}/edit`,
    merged_merge_requests_url: `${site}/-/merge_requests?${query('merged')}`,
    opened_issues_url: `${site}/-/issues?${query('opened')}`,
    opened_merge_requests_url: `${site}/-/merge_requests?${query('opened')}`,
    self: selfOf(forge, project, tag),
  }
}

/** A release with its links, milestones and evidence (docs/reference/behaviour/delivery.md#releases). */
export const presentRelease = async (
  forge: Forge,
  row: ReleaseRow,
  { project, commit, mayReadCode, milestones }: ReleaseContext,
  withHtml: boolean,
) => {
  const { tag } = row
  const description = await wholeText(forge, row.description)
  const sources = mayReadCode ? sourcesOf(forge, project, tag) : []
  return {
    name: row.name,
    tag_name: tag,
    description,
    ...(withHtml ? { description_html: await forge.markdown.render(description ?? '') } : {}),
    created_at: row.createdAt,
    released_at: row.releasedAt,
    upcoming_release: row.releasedAt > forge.clock.now(),
    author: userSummary(forge, row.authorId),
    ...(commit === undefined ? {} : { commit: presentCommit(forge, project, commit) }),
    ...(milestones.length === 0
      ? {}
      : {
          milestones: milestones.map(({ row: milestone, issues }) => ({
            ...presentMilestoneRow(forge, milestone),
            issue_stats: issues,
          })),
        }),
    ...(mayReadCode
      ? { commit_path: `/${project.fullPath}/-/commit/${row.sha}`, tag_path: `/${project.fullPath}/-/tags/${tag}` }
      : {}),
    assets: {
      count: sources.length + row.links.length,
      ...(mayReadCode ? { sources } : {}),
      links: row.links.toReversed().map((link) => presentReleaseLink(forge, project, tag, link)),
    },
    ...(mayReadCode
      ? { evidences: row.evidences.map((evidence) => presentEvidence(forge, project, tag, evidence)) }
      : {}),
    _links: linksOf(forge, project, tag),
  }
}
