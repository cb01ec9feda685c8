/** Background work of a session: processes, tasks. Its end is told to the model, once. */
export interface NoticeSource {
  /** One line each, oldest first. A line is given once. */
  take(sessionId: string): readonly string[];
  /** Work of this session runs whose end will be announced. */
  isBusy(sessionId: string): boolean;
  /** Calls `onNews` when there is something to take. The returned function ends that. */
  watch(sessionId: string, onNews: () => void): () => void;
}
