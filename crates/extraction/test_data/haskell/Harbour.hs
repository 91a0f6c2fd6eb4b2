{-# LANGUAGE OverloadedStrings #-}
-- | Berths and the ships in them.
module Quay.Harbour
  ( Berth(..)
  , admit
  ) where

import qualified Data.Map.Strict as Map
import Data.Maybe (fromMaybe, mapMaybe)
import Quay.Ships hiding (sink)
import Quay.Tide
import System.Environment (lookupEnv)

-- | Where a ship lies.
data Berth = Berth
  { berthName :: String -- ^ what it is called
  , depth :: Int
  } deriving (Show, Eq)

data Event = Left' | Arrived Ship Int

newtype Harbour a = Harbour { runHarbour :: Map.Map String a }

type Berths = [Berth]

-- | What can lie in a berth.
class Named a where
  name :: a -> String
  -- | Longer.
  title :: a -> String
  title = name

class Named a => Place a where
  fits :: a -> Ship -> Bool

instance Named Berth where
  name = berthName

instance Place Berth where
  fits berth ship = draught ship < depth berth + level tide

-- | The most berths.
capacity :: Int
capacity = 40

-- | Lets a ship in.
admit :: Harbour Berth -> Ship -> IO (Maybe Berth)
admit (Harbour berths) ship
  | full berths = pure Nothing
  | otherwise = do
      pilot <- lookupEnv "PILOT"
      let found = filter (`fits` ship) (Map.elems berths)
      guide (fromMaybe "nobody" pilot) ship
      return (firstOf found)
  where
    full = (> capacity) . Map.size

firstOf :: [a] -> Maybe a
firstOf [] = Nothing
firstOf (x : _) = Just x

(<+>) :: Berths -> Berths -> Berths
a <+> b = a ++ b

prop_names :: Berth -> Bool
prop_names b = name b == berthName b
