/** The longest part of a body that is shown, in characters. */
const maxShown = 200_000;

/** The beginning of a body; the rest is not received. */
export async function readBounded(response: Response): Promise<{ text: string; isCut: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return { text, isCut: false };
    text += part.value;
    if (text.length <= maxShown) continue;
    await reader?.cancel();
    return { text: text.slice(0, maxShown), isCut: true };
  }
}
