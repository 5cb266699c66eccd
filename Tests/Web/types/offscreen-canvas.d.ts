// What the pages use of canvases for workers, which Debian's compiler does not know.

declare class OffscreenCanvas {
  constructor(width: number, height: number);
  getContext(kind: '2d'): CanvasRenderingContext2D;
  transferToImageBitmap(): ImageBitmap;
}
