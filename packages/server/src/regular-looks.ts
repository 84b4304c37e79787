/** A sender that finds by itself what is due. */
interface Sender {
  look(): Promise<void>
  stop(): Promise<void>
}

/**
 * Has a sender look now and at regular times. A slow look holds no other back.
 * @param every milliseconds between two looks
 * @returns a function that stops the sender, and waits for what is being sent
 */
export function lookRegularly(sender: Sender, every: number): () => Promise<void> {
  void sender.look()
  const timer = setInterval(() => void sender.look(), every).unref()
  return async () => {
    clearInterval(timer)
    await sender.stop()
  }
}
