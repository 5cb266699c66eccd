import Tokens

extension PhotoService {
  /// What is shown of somebody who gave no image of themselves: a grey figure of 192 by 192 pixels, under 1 kB, and its
  /// media type. Old clients load an image for everybody and fail without one.
  public static let defaultProfileImage: (bytes: [UInt8], type: String) = (
    Base64URL.decode(figure) ?? [], "image/png"
  )

  /// A PNG file in 16 shades.
  private static let figure = """
    iVBORw0KGgoAAAANSUhEUgAAAMAAAADABAMAAACg8nE0AAAAMFBMVEXj5eiaoKifpaycoarLztOwtby9wcfh4-ajqLC2u8HT1tqp\
    rrXZ29_Dxszc3uKmrLITDpo5AAAACXBIWXMAAAsTAAALEwEAmpwYAAADJ0lEQVR42u2av2sUURDHr0iyyZEEZlePS06RjSIINiuC\
    hUGMggpaeI2_sPBEEVIdGC200C0sRBQjCGIhSaESLORQiAhiNAqW0b9AEGu1EhTERkQvu2_eezNfSPE-f8B8ePv2zbyZ3UolEAgE\
    AoFAIBAIBAKBgBdvTj9bv-XaoQOg8FN36A9X9yLiz6X0l_iufvz79B9PteO_pS6O68Y_n3ULkjOa8Qc7tIzGgqJgFxWwQS_-UFYk\
    oCU1QaswPtW04vdRCSeUBO_LBGt14vdQKTtVBK_LBZs14kedckGjjdxirW1eNAnGFQRNk2C1PH6VjMyIBb1mwUGxYNYsGBULps2C\
    EfEpSM2CuI3LEzrZYoAT3BQK-jnBZaHgFSdYIxRMcIJVmGqpVzebnECajTqcoCEU5JygLhSknCAWCjJOkKx0AfwRwTcZ_prCDxo8\
    VcCTHTxdwwsOvGTCiz782gK_eOGvjvDLL_z6Dm9A8C0UvAmEt7HwRtyQLRKdUQJ8GIIf58AHUviRGnwoiB9rwgez-NHysuH4Mf3x\
    O3q8j_9AUYF_YgkEAoGVwIU9t1-OZcnYz6OnHupHjx4c-bfeXJlsK4d_0l0yt2sqpm4VXVs2qZWduZJWNp7UeTz7y6_vLxQeU_TB\
    1OFcFxuik-Yuc6PUsI-bVQjX8IhYnkvifyYL7gm6s9xGEHt3alGLrBjx3YbHZMkP1capqJ31a6ZaZE3N5yGdIwcOu8cf7rgIGh-d\
    Be_IiRvOC8jdBHXXJXwhR345LuCbq2Cd2xIukjPzepNAhflgH3ngcpx3-wi2Osw-Uh9BbD8duURezCPSnNcErJr5CZIZ7BMi-i4d\
    Y3JYjjmHM19BbJcuBsgbu09Si_6CcVQecspHg5m_IFnAboHdJnySCHbg8oR1tohyiaDO38B6SAR_0-6VCfhdPisTbGMFEzIB_4l_\
    WiZgP_9GqUzA_ihSJSFcshiSCpawbyn_nvZLBV-xx4A_CLNSwSj2nPEnrSUV1LAHmT_KTamAq_sdqYD75yuXCrhklEoF3H93mVSQ\
    BIFUAN9k-GsKP2jwVAFPdvB0DS846iXzN0b55usF2VWBAAAAAElFTkSuQmCC
    """
}
