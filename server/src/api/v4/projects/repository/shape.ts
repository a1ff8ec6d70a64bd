import {
  arrayOf,
  boolean,
  instant,
  integer,
  mapOf,
  maybe,
  nothing,
  oneOf,
  optionalField,
  record,
  type Shape,
  sha,
  text,
} from '../../shape.js'
import { pipelineShape } from './pipeline-shape.js'

const commitFields = {
  id: sha,
  short_id: text,
  created_at: instant,
  parent_ids: arrayOf(sha),
  title: text,
  message: text,
  author_name: text,
  author_email: text,
  authored_date: instant,
  committer_name: text,
  committer_email: text,
  committed_date: instant,
  trailers: mapOf(text),
  web_url: text,
}

/** A commit (docs/reference/behaviour/git.md#commit-object). */
export const commitShape: Shape = record('Commit', commitFields)

const statsShape = record(undefined, { additions: integer, deletions: integer, total: integer })

/** A commit in a list of its own. */
export const listedCommitShape: Shape = record('ListedCommit', { ...commitFields, stats: optionalField(statsShape) })

/** A commit by itself. */
export const wholeCommitShape: Shape = record('WholeCommit', {
  ...commitFields,
  stats: optionalField(statsShape),
  status: maybe(text),
  project_id: integer,
  last_pipeline: maybe(pipelineShape),
})

/** A ref from which a commit is reachable. */
export const commitRefShape: Shape = record('CommitRef', { type: oneOf(['branch', 'tag']), name: text })

/** A changed file (docs/reference/behaviour/git.md#changed-files). */
export const changeShape: Shape = record('Change', {
  old_path: text,
  new_path: text,
  a_mode: text,
  b_mode: text,
  new_file: boolean,
  renamed_file: boolean,
  deleted_file: boolean,
  diff: text,
})

export const comparisonShape: Shape = record('Comparison', {
  commit: maybe(commitShape),
  commits: arrayOf(commitShape),
  diffs: arrayOf(changeShape),
  compare_timeout: boolean,
  compare_same_ref: boolean,
  web_url: text,
})

export const branchShape: Shape = record('Branch', {
  name: text,
  commit: commitShape,
  merged: boolean,
  protected: boolean,
  developers_can_push: boolean,
  developers_can_merge: boolean,
  can_push: boolean,
  default: boolean,
  web_url: text,
})

export const tagShape: Shape = record('Tag', {
  name: text,
  message: text,
  target: sha,
  commit: maybe(commitShape),
  release: maybe(record(undefined, { tag_name: text, description: maybe(text) })),
  protected: boolean,
})

export const treeEntryShape: Shape = record('TreeEntry', {
  id: sha,
  name: text,
  type: oneOf(['tree', 'blob', 'commit']),
  path: text,
  mode: text,
})

export const blobShape: Shape = record('Blob', { size: integer, encoding: oneOf(['base64']), content: text, sha })

export const fileShape: Shape = record('File', {
  file_name: text,
  file_path: text,
  size: integer,
  encoding: oneOf(['base64']),
  content_sha256: text,
  ref: text,
  blob_id: sha,
  commit_id: sha,
  last_commit_id: maybe(sha),
  execute_filemode: optionalField(boolean),
  content: text,
})

/** Consecutive lines, and the commit that last changed them. */
export const blameShape: Shape = record('BlamedLines', {
  commit: record(undefined, {
    id: sha,
    parent_ids: arrayOf(sha),
    message: text,
    author_name: text,
    author_email: text,
    authored_date: instant,
    committer_name: text,
    committer_email: text,
    committed_date: instant,
  }),
  lines: arrayOf(text),
})

/** The path and branch of a written file. */
export const writtenFileShape: Shape = record('WrittenFile', { file_path: text, branch: text })

/** The signature of a commit, by its type (docs/reference/behaviour/git.md#signatures). */
export const commitSignatureShape: Shape = record('CommitSignature', {
  signature_type: oneOf(['PGP', 'X509', 'SSH']),
  verification_status: oneOf(['unknown_key', 'unverified']),
  commit_source: text,
  gpg_key_id: optionalField(nothing),
  gpg_key_primary_keyid: optionalField(maybe(text)),
  gpg_key_user_name: optionalField(nothing),
  gpg_key_user_email: optionalField(nothing),
  gpg_key_subkey_id: optionalField(nothing),
  x509_certificate: optionalField(nothing),
  key: optionalField(nothing),
})

/** The signature of a tag; other fields than its type only for X.509. */
export const tagSignatureShape: Shape = record('TagSignature', {
  signature_type: oneOf(['PGP', 'X509', 'SSH']),
  verification_status: optionalField(oneOf(['unverified'])),
  x509_certificate: optionalField(nothing),
})
