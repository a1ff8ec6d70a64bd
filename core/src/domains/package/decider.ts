import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Rejection } from '../../kernel/index.js'
import { conflict, invalid, notFound, recordNotFound, refuse, unprocessable } from '../../kernel/index.js'
import type { PackageCommand } from './commands.js'
import { type PackageEvent, packageEvents } from './events.js'
import { isFileName, namingErrors } from './naming.js'
import type { LivePackage, PackageState } from './state.js'
import { mayBecome } from './status.js'

type Decision = E.Either<Rejection, ReadonlyArray<PackageEvent>>
type Of<Type extends PackageCommand['type']> = Extract<PackageCommand, { readonly type: Type }>

const publish = (command: Of<'Publish'>, state: PackageState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const wrong = namingErrors(command.packageType, command.name, command.version)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const { type: _, packageType, ...data } = command
  return E.right([{ type: 'PackagePublished', data: { ...data, type: packageType } }])
}

const addFile = (command: Of<'AddFile'>, live: LivePackage): Decision => {
  if (live.status === 'pending_destruction') return refuse(recordNotFound)
  if (!isFileName(command.name)) return refuse(invalid({ file_name: ['is invalid'] }))
  const { type: _, sameName, ...data } = command
  const namesakes = live.files.filter((file) => file.name === command.name)
  if (namesakes.length > 0 && sameName === 'refuse') return refuse(invalid({ file_name: ['has already been taken'] }))
  const replaced: ReadonlyArray<PackageEvent> =
    sameName === 'replace'
      ? namesakes.map((file) => ({ type: 'PackageFileDeleted', data: { fileId: file.fileId } }))
      : []
  return E.right([...replaced, { type: 'PackageFileAdded', data }])
}

/** One version of one package: its files, its status, the pipelines that made it. */
export const packageAggregate: Aggregate<PackageCommand, PackageEvent, PackageState> = {
  category: 'package',
  stateVersion: 1,
  events: packageEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Publish') return publish(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    switch (command.type) {
      case 'AddFile':
        return addFile(command, state)
      case 'DeleteFile':
        return state.files.some((file) => file.fileId === command.fileId)
          ? E.right([{ type: 'PackageFileDeleted', data: { fileId: command.fileId } }])
          : refuse(notFound())
      case 'ChangeStatus':
        if (command.status === state.status) return E.right([])
        return mayBecome(state.status, command.status)
          ? E.right([{ type: 'PackageStatusChanged', data: { status: command.status } }])
          : refuse(unprocessable(`a package cannot go from ${state.status} to ${command.status}`))
      case 'NoteBuild':
        return E.right(
          state.pipelineIds.includes(command.pipelineId)
            ? []
            : [{ type: 'PackageBuilt', data: { pipelineId: command.pipelineId } }],
        )
      case 'SetMetadata':
        return E.right([{ type: 'PackageMetadataSet', data: { metadata: command.metadata } }])
      case 'Delete':
        return E.right([{ type: 'PackageDeleted', data: {} }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'PackagePublished') {
      const { pipelineId, creatorId: _, ...data } = event.data
      return { kind: 'live', ...data, files: [], pipelineIds: pipelineId === null ? [] : [pipelineId], metadata: {} }
    }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'PackageFileAdded': {
        const { fileId, name, size, sha256 } = event.data
        return { ...state, files: [...state.files, { fileId, name, size, sha256 }] }
      }
      case 'PackageFileDeleted':
        return { ...state, files: state.files.filter((file) => file.fileId !== event.data.fileId) }
      case 'PackageStatusChanged':
        return { ...state, status: event.data.status }
      case 'PackageBuilt':
        return { ...state, pipelineIds: [...state.pipelineIds, event.data.pipelineId] }
      case 'PackageMetadataSet':
        return { ...state, metadata: event.data.metadata }
      case 'PackageDeleted':
        return { kind: 'deleted' }
    }
  },
}
