import { type DistributionTagEvent, distributionTag } from '@forgefold/core/domains/packages/distribution-tag'
import {
  normalisedPythonName,
  type PackageEvent,
  packageAggregate,
  shownName,
  TYPE_ORDER,
} from '@forgefold/core/domains/packages/package'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { type Handlers, type HandlerTable, handle, type ProjectionContext } from '../../engine/projection.js'

const SET_TAG = 'INSERT INTO package_tags (id, package_id, name, created_at, updated_at)'
const MOVE_TAG = 'ON CONFLICT (id) DO UPDATE SET package_id = excluded.package_id, updated_at = excluded.updated_at'

const OF_A_PACKAGE = ['package_files', 'package_metadata', 'package_pipelines', 'package_tags', 'package_downloads']

const rowHandlers = (db: Database): HandlerTable<PackageEvent> => {
  const insert = db.prepare(
    `INSERT INTO packages (id, project_id, type, type_order, name, version, conan_name, creator_id, python_name, status, created_at,
       updated_at)
     VALUES ($id, $projectId, $type, $typeOrder, $shown, $version, $conanName, $creatorId, $pythonName, $status, $at, $at)`,
  )
  const insertName = db.prepare('INSERT INTO package_names (rowid, name) VALUES (?, ?)')
  const insertFile = db.prepare(
    `INSERT INTO package_files (id, package_id, name, size, sha256, sha1, md5, pipeline_id, package_reference, created_at)
     VALUES ($fileId, $id, $name, $size, $sha256, $sha1, $md5, $pipelineId, $packageReference, $at)`,
  )
  const deleteFile = db.prepare('DELETE FROM package_files WHERE id = ?')
  const touch = db.prepare('UPDATE packages SET updated_at = ? WHERE id = ?')
  const setStatus = db.prepare(
    'UPDATE packages SET status = $status, updated_at = $at, marked_at = $markedAt WHERE id = $id',
  )
  const setMetadata = db.prepare(
    'INSERT OR REPLACE INTO package_metadata (package_id, metadata, blob) VALUES (?, ?, ?)',
  )
  const addPipeline = db.prepare(
    `INSERT OR IGNORE INTO package_pipelines (package_id, pipeline_id, place)
     SELECT $id, $pipelineId, count(*) FROM package_pipelines WHERE package_id = $id`,
  )
  const setTags = db.prepare(
    `${SET_TAG} SELECT id, package_id, name, at, at FROM package_tags_ahead WHERE package_id = ? ${MOVE_TAG}`,
  )
  const removeTagsAhead = db.prepare('DELETE FROM package_tags_ahead WHERE package_id = ?')
  const removeName = db.prepare('DELETE FROM package_names WHERE rowid = ?')
  const remove = db.prepare('DELETE FROM packages WHERE id = ?')
  const removals = OF_A_PACKAGE.map((table) => db.prepare(`DELETE FROM ${table} WHERE package_id = ?`))
  return {
    PackagePublished: (data, { stream, metadata: { at } }) => {
      const { projectId, type, name, version, conan, status, creatorId, pipelineId } = data
      const id = Number(idOf(stream))
      const shown = shownName(name, version, conan)
      insert.run({
        id,
        projectId,
        type,
        typeOrder: TYPE_ORDER[type],
        shown,
        version,
        conanName: conan === null ? null : name,
        creatorId,
        pythonName: type === 'pypi' ? normalisedPythonName(name) : null,
        status,
        at,
      })
      insertName.run(BigInt(id), shown)
      if (pipelineId !== null) addPipeline.run({ id, pipelineId })
      setTags.run(id)
      removeTagsAhead.run(id)
    },
    PackageFileAdded: (file, { stream, metadata: { at } }) => {
      const id = Number(idOf(stream))
      insertFile.run({ ...file, id, at })
      touch.run(at, id)
    },
    PackageFileDeleted: ({ fileId }, { stream, metadata: { at } }) => {
      deleteFile.run(fileId)
      touch.run(at, idOf(stream))
    },
    PackageStatusChanged: ({ status }, { stream, metadata: { at } }) => {
      setStatus.run({ id: idOf(stream), status, at, markedAt: status === 'pending_destruction' ? at : null })
    },
    PackageBuilt: ({ pipelineId }, { stream, metadata: { at } }) => {
      addPipeline.run({ id: Number(idOf(stream)), pipelineId })
      touch.run(at, idOf(stream))
    },
    PackageMetadataSet: ({ metadata, blob }, { stream, metadata: { at } }) => {
      setMetadata.run(Number(idOf(stream)), JSON.stringify(metadata), blob)
      touch.run(at, idOf(stream))
    },
    PackageDeleted: (_, { stream }) => {
      const id = Number(idOf(stream))
      for (const removal of removals) removal.run(id)
      removeName.run(BigInt(id))
      remove.run(id)
    },
  }
}

/** A tag stays where it was until the package that it moves to is there: the two are written side by side, in either order. */
const tagHandlers = (db: Database): HandlerTable<DistributionTagEvent> => {
  const isThere = db.prepare<[number], number>('SELECT 1 FROM packages WHERE id = ?').pluck()
  const set = db.prepare(`${SET_TAG} VALUES ($tagId, $packageId, $tag, $at, $at) ${MOVE_TAG}`)
  const setAhead = db.prepare(
    'INSERT OR REPLACE INTO package_tags_ahead (id, package_id, name, at) VALUES ($tagId, $packageId, $tag, $at)',
  )
  const remove = db.prepare('DELETE FROM package_tags WHERE id = ?')
  const removeAhead = db.prepare('DELETE FROM package_tags_ahead WHERE id = ?')
  return {
    TagSet: (data, { metadata: { at } }) => {
      if (isThere.get(data.packageId) === undefined) {
        setAhead.run({ ...data, at })
        return
      }
      set.run({ ...data, at })
      removeAhead.run(data.tagId)
    },
    TagRemoved: ({ tagId }) => {
      remove.run(tagId)
      removeAhead.run(tagId)
    },
  }
}

/** Handlers of packages. */
export const packageHandlers = (context: ProjectionContext): ReadonlyArray<Handlers> => [
  handle(context, packageAggregate, rowHandlers(context.db)),
  handle(context, distributionTag, tagHandlers(context.db)),
]
