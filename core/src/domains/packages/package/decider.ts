import * as E from 'fp-ts/lib/Either.js'
import {
  type Aggregate,
  conflict,
  notFound,
  type Rejection,
  recordNotFound,
  refuse,
  unprocessable,
} from '../../../kernel/index.js'
import type { NewFile, PackageCommand, PackageMetadata } from './commands.js'
import { type PackageEvent, packageEvents } from './events.js'
import { mayBecome } from './package-type.js'
import { FILE_NAME_TAKEN, fileNameRefusal, namingRefusal } from './publication-refusals.js'
import type { LivePackage, PackageState } from './state.js'
import { packageNames } from './unique-names.js'

type Decision = E.Either<Rejection, ReadonlyArray<PackageEvent>>
type Of<Type extends PackageCommand['type']> = Extract<PackageCommand, { readonly type: Type }>

const fileAdded = ({ fileId, name, size, sha256, sha1, md5, pipelineId, packageReference }: NewFile): PackageEvent => ({
  type: 'PackageFileAdded',
  data: { fileId, name, size, sha256, sha1, md5, pipelineId, packageReference },
})

const metadataSet = ({ metadata, blob }: PackageMetadata): PackageEvent => ({
  type: 'PackageMetadataSet',
  data: { metadata, blob },
})

const publish = (command: Of<'Publish'>, state: PackageState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { type: _, packageType, file, metadata, ...data } = command
  const refusal = namingRefusal(packageType, command, file?.name)
  if (refusal !== undefined) return refuse(refusal)
  return E.right([
    { type: 'PackagePublished', data: { ...data, type: packageType } },
    ...(file === null ? [] : [fileAdded(file)]),
    ...(metadata === null ? [] : [metadataSet(metadata)]),
  ])
}

const addFile = (command: Of<'AddFile'>, live: LivePackage): Decision => {
  if (live.files.some((file) => file.fileId === command.fileId)) return E.right([])
  const refusal = fileNameRefusal(command.name)
  if (refusal !== undefined) return refuse(refusal)
  const { name, packageReference } = command
  const namesakes = live.files.filter((file) => file.name === name && file.packageReference === packageReference)
  if (namesakes.length > 0 && command.sameName === 'refuse') return refuse(FILE_NAME_TAKEN)
  const replaced: ReadonlyArray<PackageEvent> =
    command.sameName === 'replace'
      ? namesakes.map(({ fileId }) => ({ type: 'PackageFileDeleted', data: { fileId } }))
      : []
  return E.right([...replaced, fileAdded(command)])
}

const changeStatus = ({ status }: Of<'ChangeStatus'>, live: LivePackage): Decision => {
  if (status === live.status) return E.right([])
  return mayBecome(live.status, status)
    ? E.right([{ type: 'PackageStatusChanged', data: { status } }])
    : refuse(unprocessable(`a package cannot go from ${live.status} to ${status}`))
}

/** The decisions about a package that is not marked for destruction. */
const onLive = (
  command: Exclude<PackageCommand, Of<'Publish'> | Of<'Delete'> | Of<'ChangeStatus'>>,
  live: LivePackage,
): Decision => {
  switch (command.type) {
    case 'AddFile':
      return addFile(command, live)
    case 'DeleteFile':
      return live.files.some((file) => file.fileId === command.fileId)
        ? E.right([{ type: 'PackageFileDeleted', data: { fileId: command.fileId } }])
        : refuse(notFound())
    case 'NoteBuild':
      return E.right(
        live.pipelineIds.includes(command.pipelineId)
          ? []
          : [{ type: 'PackageBuilt', data: { pipelineId: command.pipelineId } }],
      )
    case 'SetMetadata': {
      const event = metadataSet(command)
      return E.right(JSON.stringify(event.data) === live.metadata ? [] : [event])
    }
  }
}

const evolveLive = (state: LivePackage, event: PackageEvent): PackageState => {
  switch (event.type) {
    case 'PackagePublished':
      return state
    case 'PackageFileAdded': {
      const { fileId, name, sha256, packageReference } = event.data
      return { ...state, files: [...state.files, { fileId, name, sha256, packageReference }] }
    }
    case 'PackageFileDeleted':
      return { ...state, files: state.files.filter((file) => file.fileId !== event.data.fileId) }
    case 'PackageStatusChanged':
      return { ...state, status: event.data.status }
    case 'PackageBuilt':
      return { ...state, pipelineIds: [...state.pipelineIds, event.data.pipelineId] }
    case 'PackageMetadataSet':
      return { ...state, metadata: JSON.stringify(event.data) }
    case 'PackageDeleted': {
      const { projectId, type, name, version, conan, scopeId } = state
      return { kind: 'deleted', projectId, type, name, version, conan, scopeId }
    }
  }
}

const evolve = (state: PackageState, event: PackageEvent): PackageState => {
  if (event.type === 'PackagePublished') {
    const { pipelineId, creatorId: _, ...data } = event.data
    return { kind: 'live', ...data, files: [], pipelineIds: pipelineId === null ? [] : [pipelineId], metadata: '' }
  }
  return state.kind === 'live' ? evolveLive(state, event) : state
}

/** One version of one package: its files, its status, and the pipelines that built it. */
export const packageAggregate: Aggregate<PackageCommand, PackageEvent, PackageState> = {
  category: 'package',
  stateVersion: 2,
  events: packageEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' && state.status !== 'pending_destruction' ? packageNames(state) : []),
  decide: (command) => (state) => {
    if (command.type === 'Publish') return publish(command, state)
    if (command.type === 'Delete' && state.kind === 'deleted') return E.right([])
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'ChangeStatus') return changeStatus(command, state)
    const isGoing = state.status === 'pending_destruction'
    if (command.type === 'Delete')
      return isGoing
        ? E.right([{ type: 'PackageDeleted', data: {} }])
        : refuse(unprocessable('only a package that waits for its destruction is deleted'))
    return isGoing ? refuse(recordNotFound) : onLive(command, state)
  },
  evolve,
}
