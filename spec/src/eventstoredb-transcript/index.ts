/** What a real EventStoreDB node answers to a long list of questions, so that the double can be held to it. */
export { differences, type Transcript, transcribe } from './transcript.js'
