import { CHANNEL_CONNECTING, CHANNEL_SHUT_DOWN } from './grpc-messages.js'

/** The part of a gRPC channel that is used here. */
interface Channel {
  readonly getConnectivityState: (tryToConnect: boolean) => number
  readonly watchConnectivityState: (current: number, deadline: number, callback: (error?: Error) => void) => void
}

/**
 * Calls back, once, where a channel has been connecting for too long. gRPC has no limit of its own: a peer that takes the connection and then
 * says nothing is waited for without end, and so is every call.
 */
export const limitConnecting = (channel: Channel, milliseconds: number, giveUp: () => void): void => {
  const state = channel.getConnectivityState(false)
  if (state === CHANNEL_SHUT_DOWN) return
  const deadline = state === CHANNEL_CONNECTING ? Date.now() + milliseconds : Number.POSITIVE_INFINITY
  channel.watchConnectivityState(state, deadline, (isOver) => {
    if (isOver === undefined) limitConnecting(channel, milliseconds, giveUp)
    else giveUp()
  })
}
