import type {
  PackageFileRow,
  PackageQueries,
  PackageRow,
  PackageTag,
  PackageVersion,
} from '@forgefold/core/domains/packages/package'
import type { Instant } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../../engine/paging.js'
import { conanRecipes, otherConanRecipes } from './conan.js'
import { COLUMNS, packageLists } from './lists.js'
import { nugetQueries } from './nuget.js'
import { projectsWith } from './projects-with.js'
import { INSTALLABLE, readMetadata, type StoredMetadata, type StoredVersion, VERSION, versionOf } from './versions.js'

const FILE = `f.id, f.package_id AS packageId, f.name, f.size, f.sha256, f.sha1, f.md5, f.pipeline_id AS pipelineId,
  f.package_reference AS packageReference, f.created_at AS createdAt`

/** Rows by the package they belong to. */
const byPackage = <Row extends { readonly packageId: number }, A>(
  rows: ReadonlyArray<Row>,
  what: (row: Row) => A,
): ReadonlyMap<number, ReadonlyArray<A>> => {
  const found = new Map<number, Array<A>>()
  for (const row of rows) {
    const known = found.get(row.packageId)
    if (known === undefined) found.set(row.packageId, [what(row)])
    else known.push(what(row))
  }
  return found
}

const IN_LIST = 'package_id IN (SELECT value FROM json_each(?))'

const relatedQueries = (db: Database): Pick<PackageQueries, 'filesOf' | 'pipelinesOf' | 'tagsOf' | 'otherVersions'> => {
  const files = db.prepare<[string], PackageFileRow>(
    `SELECT ${FILE} FROM package_files f WHERE f.${IN_LIST} ORDER BY f.id`,
  )
  const pipelines = db.prepare<[string], { readonly packageId: number; readonly pipelineId: number }>(
    `SELECT package_id AS packageId, pipeline_id AS pipelineId FROM package_pipelines WHERE ${IN_LIST}
     ORDER BY package_id, place`,
  )
  const tags = db.prepare<[string], PackageTag>(
    `SELECT id, package_id AS packageId, name, created_at AS createdAt, updated_at AS updatedAt FROM package_tags
     WHERE ${IN_LIST} ORDER BY id`,
  )
  const others = db.prepare<[number, string, string, string | null], PackageVersion>(
    `SELECT k.id, k.version, k.created_at AS createdAt FROM packages k
     WHERE k.project_id = ? AND k.type = ? AND k.name = ? AND k.version IS NOT ? AND k.version IS NOT NULL
       AND k.status IN ('default', 'error') ORDER BY k.version, k.id`,
  )
  const otherRecipes = otherConanRecipes(db)
  return {
    filesOf: (ids) => files.all(JSON.stringify(ids)),
    pipelinesOf: (ids) => byPackage(pipelines.all(JSON.stringify(ids)), (row) => row.pipelineId),
    tagsOf: (ids) => byPackage(tags.all(JSON.stringify(ids)), (row) => row),
    otherVersions: ({ projectId, type, name, version, conanName }) =>
      conanName === null ? others.all(projectId, type, name, version) : otherRecipes(projectId, conanName, version),
  }
}

const installing = (
  db: Database,
): Pick<PackageQueries, 'named' | 'versionsNamed' | 'pythonVersions' | 'pythonNames' | 'pythonFile' | 'metadataOf'> => {
  const named = db.prepare<[number, string, string, string | null], PackageRow>(
    `SELECT ${COLUMNS} FROM packages k WHERE k.project_id = ? AND k.type = ? AND k.name = ? AND k.version IS ?
       AND k.status <> 'pending_destruction'`,
  )
  const versionsNamed = db.prepare<[number, string, string], StoredVersion>(
    `${VERSION} WHERE k.project_id = ? AND k.type = ? AND k.name = ? AND ${INSTALLABLE} ORDER BY k.id`,
  )
  const pythonVersions = db.prepare<[number, string], StoredVersion>(
    `${VERSION} WHERE k.project_id = ? AND k.python_name = ? AND ${INSTALLABLE} ORDER BY k.id`,
  )
  const pythonNames = db
    .prepare<[number], string>(
      `SELECT DISTINCT k.name FROM packages k WHERE k.project_id = ? AND k.python_name IS NOT NULL AND ${INSTALLABLE}
       ORDER BY k.python_name, k.name`,
    )
    .pluck()
  const pythonFile = db.prepare<[string, string, number], PackageFileRow>(
    `SELECT ${FILE} FROM package_files f JOIN packages k ON k.id = f.package_id
     WHERE f.sha256 = ? AND f.name = ? AND k.project_id = ? AND k.python_name IS NOT NULL AND ${INSTALLABLE}
     ORDER BY f.id DESC LIMIT 1`,
  )
  const metadata = db.prepare<[number], StoredMetadata>(
    'SELECT metadata, blob FROM package_metadata WHERE package_id = ?',
  )
  return {
    named: (projectId, type, name, version) => named.get(projectId, type, name, version),
    versionsNamed: (projectId, type, name) => versionsNamed.all(projectId, type, name).map(versionOf),
    pythonVersions: (projectId, name) => pythonVersions.all(projectId, name).map(versionOf),
    pythonNames: (projectId) => pythonNames.all(projectId),
    pythonFile: (projectId, sha256, fileName) => pythonFile.get(sha256, fileName, projectId),
    metadataOf: (id) => {
      const stored = metadata.get(id)
      return stored === undefined ? undefined : readMetadata(stored)
    },
  }
}

const retentionQueries = (
  db: Database,
): Pick<PackageQueries, 'isReferenced' | 'markedForDestruction' | 'ofProject' | 'downloaded' | 'isUsed'> => {
  const referenced = db
    .prepare<[string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM package_files WHERE sha256 = ?)
         OR EXISTS (SELECT 1 FROM package_metadata WHERE blob = ?)`,
    )
    .pluck()
  const marked = db.prepare<[Instant], number>('SELECT id FROM packages WHERE marked_at < ? ORDER BY +id').pluck()
  const ofProject = db
    .prepare<[number], number>(
      "SELECT id FROM packages WHERE project_id = ? AND status <> 'pending_destruction' ORDER BY id",
    )
    .pluck()
  const used = db
    .prepare<[string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM packages WHERE type = ? AND name = ? COLLATE NOCASE AND status <> 'pending_destruction')`,
    )
    .pluck()
  const note = db.prepare<[number, string]>(
    `INSERT INTO package_downloads (package_id, at) VALUES (?, ?)
     ON CONFLICT (package_id) DO UPDATE SET at = excluded.at WHERE substr(at, 1, 16) <> substr(excluded.at, 1, 16)`,
  )
  return {
    isReferenced: (sha256) => referenced.get(sha256, sha256) === 1,
    markedForDestruction: (before) => marked.all(before),
    ofProject: (projectId) => ofProject.all(projectId),
    isUsed: (type, name) => used.get(type, name) === 1,
    downloaded: (packageId, at) => {
      note.run(packageId, at)
    },
  }
}

/** Queries of packages. */
export const packageQueries = (db: Database): PackageQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[number, number], PackageRow>(
    `SELECT ${COLUMNS} FROM packages k WHERE k.id = ? AND k.project_id = ?`,
  )
  const file = db.prepare<[number, number], PackageFileRow>(
    `SELECT ${FILE} FROM package_files f WHERE f.id = ? AND f.package_id = ?`,
  )
  const fileNamed = db.prepare<[number, string, string | null], PackageFileRow>(
    `SELECT ${FILE} FROM package_files f WHERE f.package_id = ? AND f.name = ? AND f.package_reference IS ?
     ORDER BY f.id DESC LIMIT 1`,
  )
  const bytes = db
    .prepare<[number], number>(
      `SELECT coalesce(sum(f.size), 0) FROM packages k JOIN package_files f ON f.package_id = k.id WHERE k.project_id = ?`,
    )
    .pluck()
  return {
    bytesOf: (projectId) => bytes.get(projectId) ?? 0,
    ...packageLists(db),
    ...relatedQueries(db),
    ...installing(db),
    ...nugetQueries(db),
    conanRecipes: conanRecipes(db),
    projectsWith: projectsWith(db),
    ...retentionQueries(db),
    find: (projectId, id) => find.get(id, projectId),
    files: (packageId, page) =>
      lists.page<PackageFileRow>(
        {
          select: FILE,
          from: 'package_files f',
          where: [{ sql: 'f.package_id = ?', values: [packageId] }],
          orderBy: 'f.id ASC',
        },
        page,
      ),
    file: (packageId, fileId) => file.get(fileId, packageId),
    fileNamed: (packageId, name, packageReference = null) => fileNamed.get(packageId, name, packageReference),
  }
}
