/**
 * Copies the text of an element and returns the sentence that says so. Without the clipboard (a page over plain HTTP
 * elsewhere) the text is selected instead.
 */
export async function copyText(element: Element): Promise<string> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return 'Copied.';
  } catch {
    getSelection()?.selectAllChildren(element);
    return 'Selected: copy it with your keyboard.';
  }
}
