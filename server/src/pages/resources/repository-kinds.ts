import type { Kind, Listed } from './kind.js'
import { below, COMMITS, id, MERGE_REQUESTS, part, project } from './lists.js'

const FILES: Listed = {
  title: 'Files',
  path: (place) => `${project(place)}/repository/tree?ref=${id(part(place))}&path=${id(part(place, 1))}&per_page=100`,
  name: 'name',
  facts: 'type mode',
  page: ({ owner, parts }, entry) =>
    `/${owner}/-/${entry['type'] === 'tree' ? 'tree' : 'blob'}/${parts[0]}/${entry['path']}`,
}

/** Resources of a repository: commits, folders, files, tags. */
export const REPOSITORY_KINDS: ReadonlyArray<Kind> = [
  {
    noun: 'Commit',
    pattern: /^commit\/([0-9a-fA-F]+)(?:\/.*)?$/,
    of: 'project',
    path: (place) => `${project(place)}/repository/commits/${part(place)}`,
    title: 'title',
    lead: 'id author_name author_email authored_date committer_name committed_date parent_ids stats last_pipeline',
    text: 'message',
    lists: [
      {
        title: 'Changed files',
        path: (place) => `${project(place)}/repository/commits/${part(place)}/diff?per_page=100`,
        name: 'new_path',
        facts: 'new_file renamed_file deleted_file',
        page: ({ owner, parts }, entry) =>
          entry['deleted_file'] === true ? undefined : `/${owner}/-/blob/${parts[0]}/${entry['new_path']}`,
      },
      {
        title: 'Statuses',
        path: (place) => `${project(place)}/repository/commits/${part(place)}/statuses`,
        name: 'name',
        facts: 'status created_at',
        page: below('jobs', 'id'),
      },
      { ...MERGE_REQUESTS, path: (place) => `${project(place)}/repository/commits/${part(place)}/merge_requests` },
    ],
  },
  { noun: 'Tree', pattern: /^tree\/(.+?)\/*$/, of: 'project', refAndPath: true, lists: [FILES] },
  {
    noun: 'File',
    pattern: /^blob\/(.+)$/,
    of: 'project',
    refAndPath: true,
    path: (place) => `${project(place)}/repository/files/${id(part(place, 1))}?ref=${id(part(place))}`,
    title: 'file_path',
    lead: 'ref size blob_id last_commit_id',
    content: 'content',
    lists: [],
  },
  {
    noun: 'Comparison',
    pattern: /^compare\/(.+?)\.\.\.?(.+)$/s,
    of: 'project',
    path: (place) => `${project(place)}/repository/compare?from=${id(part(place))}&to=${id(part(place, 1))}`,
    title: 'web_url',
    lead: 'commit commits compare_same_ref compare_timeout',
    lists: [],
  },
  {
    noun: 'Tag',
    pattern: /^tags\/(.+)$/,
    of: 'project',
    path: (place) => `${project(place)}/repository/tags/${id(part(place))}`,
    title: 'name',
    lead: 'commit target protected message',
    lists: [],
  },
  { noun: 'Commits', pattern: /^commits\/(.+)$/, of: 'project', lists: [COMMITS] },
]
